import type { Json } from '@millrace/contract';
import { IconRotate } from '@tabler/icons-react';
import { useId, useMemo, useState } from 'react';
import { t } from '../messages/help.ts';
import { ExpressionResult } from '../node-panel/expression/ExpressionResult.tsx';
import { errorAtOf } from '../node-panel/expression/evaluation.ts';
import { LazyCodeEditor } from '../node-panel/expression/LazyCodeEditor.tsx';
import { useEvaluation } from '../node-panel/expression/use-evaluation.ts';
import { useFields } from '../node-panel/panel-context.ts';
import iconButton from '../ui/icon-button.module.css';
import classes from './live-example.module.css';
import { ExampleFields } from './live-previews.tsx';

export interface Example {
  /** JSON of the item; left out where the expression reads none. */
  input?: string;
  /** As in a field, without the leading `=`. */
  expression: string;
}

const parsed = (text: string): { json: Json } | undefined => {
  try {
    return { json: JSON.parse(text) as Json };
  } catch {
    return undefined;
  }
};

const none: Json = {};

/** Data, an expression over it, and what that gives; both can be changed. */
export const LiveExample = ({ input, expression }: Example) => {
  const [inputText, setInput] = useState(input);
  const [text, setText] = useState(expression);
  const read = useMemo(() => (inputText === undefined ? { json: none } : parsed(inputText)), [inputText]);
  const isChanged = inputText !== input || text !== expression;
  const reset = () => {
    setInput(input);
    setText(expression);
  };
  return (
    <div className={classes.example} data-live-example>
      {inputText !== undefined && (
        <Part label={t('help.example.input')}>
          <LazyCodeEditor
            language="json"
            label={t('help.example.input')}
            value={inputText}
            onChange={setInput}
            className={classes.code!}
          />
        </Part>
      )}
      <ExampleFields json={read?.json ?? none}>
        <ExpressionPart text={text} onChange={setText} hasInput={read !== undefined} />
      </ExampleFields>
      {isChanged && (
        <button
          type="button"
          className={`${iconButton.button} ${classes.reset}`}
          title={t('help.example.reset')}
          aria-label={t('help.example.reset')}
          onClick={reset}
        >
          <IconRotate size={15} aria-hidden="true" />
        </button>
      )}
    </div>
  );
};

const Part = ({ label, children }: { label: string; children: React.ReactNode }) => (
  <div className={classes.part}>
    <span className={classes.label} aria-hidden="true">
      {label}
    </span>
    {children}
  </div>
);

const ExpressionPart = ({
  text,
  onChange,
  hasInput,
}: {
  text: string;
  onChange: (text: string) => void;
  hasInput: boolean;
}) => {
  const { complete } = useFields();
  const evaluation = useEvaluation(`=${text}`);
  const result = useId();
  return (
    <>
      <Part label={t('help.example.expression')}>
        <LazyCodeEditor
          language="template"
          label={t('help.example.expression')}
          value={text}
          onChange={onChange}
          complete={complete}
          {...(errorAtOf(evaluation) !== undefined && { errorAt: errorAtOf(evaluation)! })}
          className={classes.code!}
        />
      </Part>
      <div className={classes.part}>
        <span id={result} className={classes.label}>
          {t('help.example.result')}
        </span>
        <section className={classes.result} aria-labelledby={result}>
          {hasInput ? (
            evaluation && <ExpressionResult evaluation={evaluation} full />
          ) : (
            <p>{t('help.example.badInput')}</p>
          )}
        </section>
      </div>
    </>
  );
};
