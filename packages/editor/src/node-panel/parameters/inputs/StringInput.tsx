import { ActionIcon, Textarea, TextInput, Tooltip } from '@mantine/core';
import type { ParameterEditor } from '@millrace/contract';
import { IconArrowsDiagonal, IconCopy } from '@tabler/icons-react';
import { t } from '../../../messages/panel.ts';
import { copyText } from '../../../ui/copy-text.ts';
import type { CodeLook } from '../../expression/code-editor-props.ts';
import { fixedTextOf, storeFixedText } from '../../expression/expression-text.ts';
import { LazyCodeEditor } from '../../expression/LazyCodeEditor.tsx';
import { useFields } from '../../panel-context.ts';
import classes from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import { SecretInput } from './SecretInput.tsx';

const languages: Readonly<Record<ParameterEditor, CodeLook['language']>> = {
  code: 'javascript',
  codeNodeEditor: 'javascript',
  jsEditor: 'javascript',
  json: 'json',
  html: 'html',
  htmlEditor: 'html',
  cssEditor: 'css',
  sql: 'sql',
  sqlEditor: 'sql',
};

/** What an editor is told to show, where that is other than what it usually shows. */
const namedLanguages: Readonly<Record<string, CodeLook['language']>> = {
  javaScript: 'javascript',
  javascript: 'javascript',
  json: 'json',
  html: 'html',
  css: 'css',
  sql: 'sql',
};

const languageOf = (editor: ParameterEditor | undefined, named: string | undefined): CodeLook['language'] => {
  if (!editor) return 'text';
  if (named !== undefined) return namedLanguages[named] ?? 'text';
  return languages[editor] ?? 'text';
};

/** Lines of a field whose text is usually long. */
const longText = 5;

export const StringInput = ({
  definition,
  path,
  value,
  id,
  readOnly: isFixed,
  invalid,
  onChange,
  onBlur,
}: ParameterInputProps<'string'>) => {
  const { openEditor, complete } = useFields();
  const text = typeof value === 'string' ? (fixedTextOf(value) ?? value) : String(value ?? '');
  const { password, editor, editorLanguage, editorIsReadOnly, copyButton, alwaysOpenEditWindow } =
    definition.typeOptions ?? {};
  const { sqlDialect, codeAutocomplete } = definition.typeOptions ?? {};
  const { rows = alwaysOpenEditWindow ? longText : 1 } = definition.typeOptions ?? {};
  const readOnly = isFixed || editorIsReadOnly === true || copyButton === true;
  const change = (typed: string) => onChange(storeFixedText(typed));
  const look: CodeLook = { language: languageOf(editor, editorLanguage), sqlDialect, codeAutocomplete };
  const expand = (
    <Tooltip label={t('panel.field.expand')}>
      <ActionIcon
        className={classes.expand}
        variant="subtle"
        color="gray"
        size="sm"
        aria-label={t('panel.field.expand')}
        onClick={() => openEditor({ title: definition.displayName, path, ...look })}
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
          {...look}
          lineNumbers
          escapeLeaves
          value={text}
          readOnly={readOnly}
          placeholder={definition.placeholder}
          complete={complete}
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
  if (password) return <SecretInput {...shared} rows={rows} onChange={change} />;
  if (rows > 1) {
    return (
      <div className={classes.withExpand}>
        <Textarea {...shared} rows={rows} autosize minRows={rows} maxRows={Math.max(rows, 12)} spellCheck={false} />
        {expand}
      </div>
    );
  }
  if (copyButton) {
    return (
      <TextInput
        {...shared}
        rightSection={
          <Tooltip label={t('panel.field.copy')}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size="sm"
              aria-label={t('panel.field.copy')}
              onClick={() => void copyText(text)}
            >
              <IconCopy size={14} />
            </ActionIcon>
          </Tooltip>
        }
      />
    );
  }
  return <TextInput {...shared} rightSection={expand} spellCheck={false} autoComplete="off" />;
};
