import { ActionIcon, PasswordInput, Textarea, TextInput, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { t } from '../../../messages/panel.ts';
import { fixedTextOf, storeFixedText } from '../../expression/expression-text.ts';
import { LazyCodeEditor } from '../../expression/LazyCodeEditor.tsx';
import { usePanel } from '../../panel-context.ts';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';

const languages = { code: 'javascript', json: 'json', html: 'text', sql: 'text' } as const;

export const StringInput = ({
  definition,
  path,
  value,
  id,
  readOnly,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'string'>) => {
  const { openEditor } = usePanel();
  const text = typeof value === 'string' ? (fixedTextOf(value) ?? value) : String(value ?? '');
  const { rows = 1, password, editor } = definition.typeOptions ?? {};
  const change = (typed: string) => onChange(storeFixedText(typed));
  const language = editor ? languages[editor] : 'text';
  const expand = (
    <Tooltip label={t('panel.field.expand')}>
      <ActionIcon
        className={classes.expand}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('panel.field.expand')}
        onClick={() => openEditor({ title: definition.displayName, path, language })}
      >
        <IconArrowsDiagonal size={14} />
      </ActionIcon>
    </Tooltip>
  );

  if (editor) {
    return (
      <div className={classes.codeField} data-invalid={invalid || undefined}>
        <LazyCodeEditor
          id={id}
          label={definition.displayName}
          language={language}
          value={text}
          readOnly={readOnly}
          placeholder={definition.placeholder}
          onChange={change}
          onBlur={onBlur}
        />
        {expand}
      </div>
    );
  }
  const shared = {
    id,
    'aria-label': definition.displayName,
    value: text,
    readOnly,
    error: invalid,
    placeholder: definition.placeholder,
    onChange: (event: { currentTarget: { value: string } }) => change(event.currentTarget.value),
    onBlur,
    size: 'sm' as const,
  };
  if (password) return <PasswordInput {...shared} autoComplete="new-password" />;
  if (rows > 1) {
    return (
      <div className={classes.withExpand}>
        <Textarea {...shared} rows={rows} autosize minRows={rows} maxRows={Math.max(rows, 12)} spellCheck={false} />
        {expand}
      </div>
    );
  }
  return <TextInput {...shared} rightSection={expand} spellCheck={false} autoComplete="off" />;
};
