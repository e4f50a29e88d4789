import { Select } from '@mantine/core';
import type { CredentialTypeDescription } from '@millrace/contract';
import { IconCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { credentialTypesQuery } from '../../../api/credentials.ts';
import { CredentialIcon } from '../../../credentials/CredentialIcon.tsx';
import { t } from '../../../messages/panel.ts';
import { compareTexts } from '../../../ui/sort-rows.ts';
import { CredentialChoice } from '../../credentials/CredentialChoice.tsx';
import credentials from '../../credentials/credentials.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';

/** Types that belong to no service. */
const genericTypes = new Set([
  'httpBasicAuth',
  'httpBearerAuth',
  'httpCustomAuth',
  'httpDigestAuth',
  'httpHeaderAuth',
  'httpQueryAuth',
  'oAuth1Api',
  'oAuth2Api',
]);

/** Whether a type is one of those that the parameter allows: a name, `extends:` a type, `has:authenticate` or `has:genericAuth`. */
const allows =
  (wanted: readonly string[]) =>
  ({ name, extends: parents = [], authenticate }: CredentialTypeDescription): boolean => {
    const isGeneric = genericTypes.has(name);
    return wanted.some((rule) => {
      if (rule === 'has:genericAuth') return isGeneric;
      // Generic types have a parameter of their own.
      if (rule === 'has:authenticate') return authenticate !== undefined && !isGeneric;
      return rule.startsWith('extends:') ? parents.includes(rule.slice('extends:'.length)) : rule === name;
    });
  };

/** Names a credential type, and the credential of that type below it. */
export const CredentialsSelectInput = ({
  definition,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'credentialsSelect'>) => {
  const { data: types } = useQuery(credentialTypesQuery);
  const { credentialTypes: wanted } = definition;
  const chosen = typeof value === 'string' && value !== '' ? value : null;
  const data = useMemo(() => {
    const isAllowed = wanted ? allows(wanted) : () => true;
    const offered = (types?.list ?? [])
      .filter((type) => (isAllowed(type) && !type.hidden) || type.name === chosen)
      .map(({ name, displayName }) => ({ value: name, label: displayName }))
      .sort((a, b) => compareTexts(a.label, b.label));
    // One that is not known here is kept.
    const isKnown = chosen === null || offered.some((one) => one.value === chosen);
    return isKnown ? offered : [...offered, { value: chosen, label: chosen }];
  }, [types, wanted, chosen]);
  return (
    <>
      <Select
        id={id}
        size="sm"
        aria-label={definition.displayName}
        data={data}
        value={chosen}
        placeholder={definition.placeholder ?? t(types ? 'panel.credentialType.choose' : 'shell.loading')}
        searchable
        openOnFocus={false}
        allowDeselect={false}
        readOnly={readOnly}
        error={invalid}
        limit={500}
        nothingFoundMessage={t('panel.options.nothingFound')}
        comboboxProps={{ withinPortal: true, zIndex: 1000 }}
        leftSection={chosen === null ? undefined : <CredentialIcon type={types?.find(chosen)} size={16} />}
        renderOption={({ option, checked }) => (
          <span className={credentials.type}>
            <CredentialIcon type={types?.find(option.value)} size={16} />
            <span className={credentials.typeName}>{option.label}</span>
            {checked && <IconCheck size={14} aria-hidden />}
          </span>
        )}
        onChange={(name) => {
          if (name !== null) onChange(name);
        }}
        onBlur={onBlur}
      />
      {chosen !== null && (
        <div className={credentials.nested}>
          <CredentialChoice use={{ name: chosen, required: true }} />
        </div>
      )}
    </>
  );
};
