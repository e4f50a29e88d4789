import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { t } from '../../../messages/panel.ts';
import { LazyCodeEditor } from '../../expression/LazyCodeEditor.tsx';
import { useFields } from '../../panel-context.ts';
import classes from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';

const jsonText = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);

/** JSON is stored as the text that was typed, so that half-written JSON is not lost. */
export const JsonInput = ({
  definition,
  path,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'json'>) => {
  const { openEditor } = useFields();
  const text = jsonText(value);
  return (
    <div className={classes.codeField} data-invalid={invalid || undefined}>
      <LazyCodeEditor
        id={id}
        label={definition.displayName}
        language="json"
        escapeLeaves
        value={text}
        readOnly={readOnly}
        placeholder={definition.placeholder}
        onChange={onChange}
        onBlur={onBlur}
      />
      <Tooltip label={t('panel.field.expand')}>
        <ActionIcon
          className={classes.expand}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('panel.field.expand')}
          onClick={() => openEditor({ title: definition.displayName, path, language: 'json' })}
        >
          <IconArrowsDiagonal size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
};
