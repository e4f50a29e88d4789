import { Loader, SegmentedControl, Switch } from '@mantine/core';
import type { ResourceMapperValue } from '@millrace/contract';
import { useEffect, useRef } from 'react';
import { t } from '../../../../messages/panel.ts';
import { useFields } from '../../../panel-context.ts';
import entries from '../../entries.module.css';
import fieldsClasses from '../../fields.module.css';
import type { ParameterInputProps } from '../../parameter-input.ts';
import classes from '../../parameters.module.css';
import { LoadFailure } from '../../remote/LoadFailure.tsx';
import { RefreshButton } from '../../remote/RefreshButton.tsx';
import { useColumns } from '../../remote/use-columns.ts';
import { MappedColumns } from './MappedColumns.tsx';
import { MatchingColumns } from './MatchingColumns.tsx';
import { asMapper, matchable, withColumns } from './mapper-value.ts';

/** Values for the columns of a service: each written by itself, or taken from the input's fields of the same names. */
export const ResourceMapperInput = ({
  definition,
  path,
  value,
  readOnly,
  onBlur,
}: ParameterInputProps<'resourceMapper'>) => {
  const { change } = useFields();
  const options = definition.typeOptions?.resourceMapper ?? { mode: 'add' as const };
  const words = options.fieldWords ?? { singular: t('panel.mapper.column'), plural: t('panel.mapper.columns') };
  const stored = asMapper(value);
  const columns = useColumns(definition, path, stored.schema.length > 0);
  // Until something is written the columns are not part of the workflow, so that a look at the node changes nothing.
  const mapper = columns.data ? withColumns(stored, columns.data.fields, options) : stored;
  const store = (next: ResourceMapperValue, typing = false) => change(path, next, typing);

  // Of another table, what the mapping holds of the one before is not written to it.
  const latest = useRef(() => {});
  latest.current = () => {
    if (!readOnly && stored.schema.length > 0) store(mapper);
  };
  const other = columns.isOther ? columns.data : undefined;
  useEffect(() => {
    if (other) latest.current();
  }, [other]);

  const isAutomatic = mapper.mappingMode === 'autoMapInputData';
  const isUnknown = mapper.schema.length === 0;
  const matches = (options.mode === 'update' || options.mode === 'upsert') && matchable(mapper).length > 0;
  const nothing = options.hideNoDataError
    ? undefined
    : (columns.data?.emptyMessage ?? options.noFieldsError ?? t('panel.mapper.none', { plural: words.plural }));
  return (
    <div className={entries.group}>
      <div className={classes.mapperHead}>
        {options.supportAutoMap !== false && (
          <SegmentedControl
            size="xs"
            aria-label={t('panel.mapper.mode')}
            readOnly={readOnly}
            data={[
              { value: 'defineBelow', label: t('panel.mapper.each') },
              { value: 'autoMapInputData', label: t('panel.mapper.auto') },
            ]}
            value={isAutomatic ? 'autoMapInputData' : 'defineBelow'}
            onChange={(mappingMode) => store({ ...mapper, mappingMode })}
          />
        )}
        <span className={classes.spacer} />
        {!readOnly && !columns.waitsFor && (
          <RefreshButton
            label={t('panel.mapper.refresh', { plural: words.plural })}
            isLoading={columns.isLoading}
            onClick={columns.reload}
          />
        )}
      </div>
      {columns.waitsFor && <p className={fieldsClasses.none}>{columns.waitsFor}</p>}
      {columns.isLoading && isUnknown && (
        <p className={classes.loading}>
          <Loader size={14} aria-hidden /> {t('panel.mapper.loading', { plural: words.plural })}
        </p>
      )}
      <LoadFailure loaded={columns} />
      {columns.data?.fields.length === 0 && nothing && <p className={fieldsClasses.none}>{nothing}</p>}
      {isAutomatic && <p className={fieldsClasses.none}>{t('panel.mapper.auto.hint', { plural: words.plural })}</p>}
      {matches && (
        <MatchingColumns
          mapper={mapper}
          options={options}
          words={words}
          readOnly={readOnly}
          onChange={(matchingColumns) => store({ ...mapper, matchingColumns })}
        />
      )}
      {!isAutomatic && !isUnknown && (
        <>
          {options.valuesLabel && <p className={classes.mapperTitle}>{options.valuesLabel}</p>}
          <MappedColumns
            mapper={mapper}
            path={path}
            words={words}
            readOnly={readOnly}
            onChange={store}
            onBlur={onBlur}
          />
        </>
      )}
      {options.showTypeConversionOptions && !isAutomatic && !isUnknown && (
        <>
          <Switch
            size="sm"
            label={t('panel.mapper.convert')}
            checked={mapper.attemptToConvertTypes}
            disabled={readOnly}
            onChange={(event) => store({ ...mapper, attemptToConvertTypes: event.currentTarget.checked })}
          />
          <Switch
            size="sm"
            label={t('panel.mapper.asText')}
            checked={mapper.convertFieldsToString}
            disabled={readOnly}
            onChange={(event) => store({ ...mapper, convertFieldsToString: event.currentTarget.checked })}
          />
        </>
      )}
    </div>
  );
};
