import { Button, Modal } from '@mantine/core';
import { useRef } from 'react';
import { HelpLink } from '../../help/HelpLink.tsx';
import { t } from '../../messages/panel.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { isTakenEscape } from '../escape.ts';
import { ItemChoice } from '../ItemChoice.tsx';
import { type ChosenItem, type EditorRequest, useFields, useFieldValues } from '../panel-context.ts';
import { readPath } from '../parameters/parameter-path.ts';
import { ExpressionResult } from './ExpressionResult.tsx';
import { errorAtOf } from './evaluation.ts';
import classes from './expression.module.css';
import { fixedTextOf, storeFixedText } from './expression-text.ts';
import { LazyCodeEditor } from './LazyCodeEditor.tsx';
import { useEvaluation } from './use-evaluation.ts';
import { VariableSelector } from './variables/VariableSelector.tsx';
import type { VariableEntry } from './variables/variable-tree.ts';

interface EditorDialogProps {
  request: EditorRequest;
  /** The item for which results are shown, where there are several. */
  chosen?: ChosenItem;
  /** What expressions may read, where that is known. */
  variables?: readonly VariableEntry[];
  onClose(): void;
}

/** How high the field of an expression is at least, for its number of lines. */
const heightOf = (rows = 1): number => Math.max(40, rows * 26 + 10);

/** Characters of a result. */
const mostInDialog = 20_000;

/** A field's text with room to write. It is stored as it is typed; closing keeps it. */
export const EditorDialog = ({ request, chosen, variables, onClose }: EditorDialogProps) => {
  useReturnFocus();
  const { change, complete, readOnly } = useFields();
  const { values } = useFieldValues();
  const insert = useRef<(text: string) => void>(null);
  const stored = readPath(values, request.path);
  const text = typeof stored === 'string' ? stored : stored === undefined ? '' : JSON.stringify(stored, null, 2);
  const isTemplate = request.language === 'template';
  const result = useEvaluation(isTemplate ? text : undefined, mostInDialog);
  const shown = isTemplate ? text.slice(1) : (fixedTextOf(text) ?? text);
  const store = (typed: string) => {
    if (isTemplate) change(request.path, `=${typed}`);
    else change(request.path, request.language === 'json' ? typed : storeFixedText(typed));
  };
  const editor = (
    <div
      className={classes.dialogEditor}
      style={isTemplate ? { minHeight: heightOf(request.rows) } : undefined}
      data-grows={!isTemplate || undefined}
    >
      <LazyCodeEditor
        label={request.title}
        language={request.language}
        sqlDialect={request.sqlDialect}
        codeAutocomplete={request.codeAutocomplete}
        value={shown}
        readOnly={readOnly}
        lineNumbers={!isTemplate}
        autoFocus
        indentWithTab={!isTemplate}
        escapeLeaves
        insert={insert}
        errorAt={errorAtOf(result)}
        complete={complete}
        onChange={store}
      />
    </div>
  );

  return (
    <Modal
      opened
      onClose={onClose}
      title={request.title}
      size="80vw"
      yOffset={48}
      closeOnEscape={false}
      classNames={{ content: classes.dialog, body: classes.dialogBody }}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        if (!isTakenEscape(event)) onClose();
      }}
    >
      {result ? (
        <div className={classes.dialogColumns} data-two={variables !== undefined || undefined}>
          {variables && (
            <VariableSelector entries={variables} readOnly={readOnly} onChoose={(code) => insert.current?.(code)} />
          )}
          <div className={classes.dialogMain}>
            <h3 className={classes.dialogHead}>{t('panel.editor.expression')}</h3>
            {editor}
            <div className={classes.dialogHead}>
              <h3>{t('panel.editor.result')}</h3>
              {chosen && chosen.itemCount > 1 && <ItemChoice {...chosen} />}
            </div>
            <div className={classes.dialogResult}>
              <ExpressionResult evaluation={result} full />
            </div>
          </div>
        </div>
      ) : (
        editor
      )}
      <footer className={classes.dialogFoot}>
        <span>{isTemplate ? t('panel.editor.variables', { sign: '$' }) : t('panel.editor.code')}</span>
        {isTemplate && <HelpLink page="expressions" />}
        <Button size="xs" variant="default" onClick={onClose}>
          {t('panel.editor.done')}
        </Button>
      </footer>
    </Modal>
  );
};
