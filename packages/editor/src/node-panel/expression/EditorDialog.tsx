import { Button, Modal } from '@mantine/core';
import { t } from '../../messages/panel.ts';
import { useReturnFocus } from '../../ui/use-return-focus.ts';
import { isTakenEscape } from '../escape.ts';
import { type EditorRequest, useFields, useFieldValues } from '../panel-context.ts';
import { readPath } from '../parameters/parameter-path.ts';
import { ExpressionResult } from './ExpressionResult.tsx';
import { errorAtOf } from './evaluation.ts';
import classes from './expression.module.css';
import { fixedTextOf, storeFixedText } from './expression-text.ts';
import { LazyCodeEditor } from './LazyCodeEditor.tsx';
import { useEvaluation } from './use-evaluation.ts';

/** A field's text with room to write. It is stored as it is typed; closing keeps it. */
export const EditorDialog = ({ request, onClose }: { request: EditorRequest; onClose(): void }) => {
  useReturnFocus();
  const { change, complete, readOnly } = useFields();
  const { values } = useFieldValues();
  const stored = readPath(values, request.path);
  const text = typeof stored === 'string' ? stored : stored === undefined ? '' : JSON.stringify(stored, null, 2);
  const isTemplate = request.language === 'template';
  const result = useEvaluation(isTemplate ? text : undefined);
  const shown = isTemplate ? text.slice(1) : (fixedTextOf(text) ?? text);
  const store = (typed: string) => {
    if (isTemplate) change(request.path, `=${typed}`);
    else change(request.path, request.language === 'json' ? typed : storeFixedText(typed));
  };

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
      <div className={classes.dialogColumns} data-two={isTemplate || undefined}>
        <div className={classes.dialogEditor}>
          <LazyCodeEditor
            label={request.title}
            language={request.language}
            sqlDialect={request.sqlDialect}
            codeAutocomplete={request.codeAutocomplete}
            value={shown}
            readOnly={readOnly}
            lineNumbers
            autoFocus
            indentWithTab={!isTemplate}
            errorAt={errorAtOf(result)}
            complete={complete}
            onChange={store}
          />
        </div>
        {result && (
          <div className={classes.dialogResult}>
            <h3>{t('panel.editor.result')}</h3>
            <ExpressionResult evaluation={result} full />
          </div>
        )}
      </div>
      <footer className={classes.dialogFoot}>
        <span>{isTemplate && t('panel.editor.variables', { sign: '$' })}</span>
        <Button size="xs" variant="default" onClick={onClose}>
          {t('panel.editor.done')}
        </Button>
      </footer>
    </Modal>
  );
};
