import { MultiSelect, Select } from '@mantine/core';
import type { ResourceMapperTypeOptions, ResourceMapperValue } from '@millrace/contract';
import { t } from '../../../../messages/panel.ts';
import { matchable } from './mapper-value.ts';

interface MatchingColumnsProps {
  mapper: ResourceMapperValue;
  options: ResourceMapperTypeOptions;
  words: { singular: string; plural: string };
  readOnly: boolean;
  onChange(columns: string[]): void;
}

/** By which columns rows are found. */
export const MatchingColumns = ({ mapper, options, words, readOnly, onChange }: MatchingColumnsProps) => {
  const { title, description, hint } = options.matchingFieldsLabels ?? {};
  const data = matchable(mapper).map((field) => ({ value: field.id, label: field.displayName || field.id }));
  const shared = {
    size: 'sm' as const,
    label:
      title ?? t('panel.mapper.match', options.multiKeyMatch ? { words: words.plural } : { words: words.singular }),
    description: hint ?? description ?? t('panel.mapper.match.hint'),
    data,
    readOnly,
    searchable: data.length > 8,
    nothingFoundMessage: t('panel.options.nothingFound'),
    comboboxProps: { withinPortal: true, zIndex: 1000 },
  };
  if (options.multiKeyMatch) return <MultiSelect {...shared} value={mapper.matchingColumns} onChange={onChange} />;
  return (
    <Select
      {...shared}
      value={mapper.matchingColumns[0] ?? null}
      placeholder={t('panel.options.choose')}
      allowDeselect={false}
      onChange={(chosen) => {
        if (chosen !== null) onChange([chosen]);
      }}
    />
  );
};
