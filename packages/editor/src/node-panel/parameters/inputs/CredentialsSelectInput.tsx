import { Autocomplete } from '@mantine/core';
import { useMemo } from 'react';
import { useNodeTypes } from '../../../api/node-types.ts';
import { t } from '../../../messages/panel.ts';
import type { ParameterInputProps } from '../parameter-input.ts';

/** Types that belong to no service. */
const genericTypes = [
  'httpBasicAuth',
  'httpBearerAuth',
  'httpCustomAuth',
  'httpDigestAuth',
  'httpHeaderAuth',
  'httpQueryAuth',
  'oAuth1Api',
  'oAuth2Api',
];

/** Names a credential type: a generic one, or one that a node of this instance uses. */
export const CredentialsSelectInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'credentialsSelect'>) => {
  const { list } = useNodeTypes();
  const wanted = definition.credentialTypes ?? [];
  const isGeneric = wanted.length > 0 && wanted.every((type) => type === 'has:genericAuth');
  const names = useMemo(() => {
    if (isGeneric) return genericTypes;
    const used = list.flatMap(({ credentials = [] }) => credentials.map(({ name }) => name));
    return [...new Set(used)].sort((a, b) => a.localeCompare(b));
  }, [list, isGeneric]);
  return (
    <Autocomplete
      id={id}
      size="sm"
      aria-label={definition.displayName}
      data={names}
      value={typeof value === 'string' ? value : ''}
      placeholder={definition.placeholder ?? t('panel.credentialType.choose')}
      readOnly={readOnly}
      error={invalid}
      maxDropdownHeight={320}
      limit={200}
      spellCheck={false}
      comboboxProps={{ withinPortal: true, zIndex: 1000 }}
      onChange={onChange}
      onBlur={onBlur}
    />
  );
};
