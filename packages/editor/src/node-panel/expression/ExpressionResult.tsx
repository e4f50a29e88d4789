import { t } from '../../messages/panel.ts';
import { useFields } from '../panel-context.ts';
import { type Evaluation, fullText, resultText } from './evaluation.ts';
import classes from './expression.module.css';

const maxShown = 400;

interface ExpressionResultProps {
  evaluation: Evaluation;
  /** Whole result over several lines instead of its beginning on one. */
  full?: boolean;
}

export const ExpressionResult = ({ evaluation, full = false }: ExpressionResultProps) => {
  const { hasInput } = useFields();
  if (evaluation.kind === 'error') {
    return (
      <p className={classes.error} role="status">
        {evaluation.message}
        {evaluation.hint && <span className={classes.hint}> {evaluation.hint}</span>}
      </p>
    );
  }
  if (evaluation.kind === 'noData') {
    return (
      <p className={classes.pending} role="status">
        {hasInput ? `[${evaluation.message}]` : t('panel.expression.noData')}
      </p>
    );
  }
  if (evaluation.kind === 'pending') {
    return (
      <p className={classes.pending} aria-busy>
        {t('panel.expression.pending')}
      </p>
    );
  }
  const { value, left } = evaluation;
  if (value === undefined) {
    return (
      <p className={classes.undefined} role="status">
        {t('panel.expression.undefined')} <span className={classes.hint}>{t('panel.expression.undefined.hint')}</span>
      </p>
    );
  }
  if (value === '') return <p className={classes.pending}>{t('panel.expression.empty')}</p>;
  if (full) {
    return (
      <>
        <pre className={classes.fullResult}>{fullText(value)}</pre>
        {left !== undefined && <p className={classes.pending}>{t('panel.expression.more', { count: left })}</p>}
      </>
    );
  }
  const text = resultText(value);
  return (
    <p className={classes.result} title={left === undefined ? text : undefined}>
      {text.length > maxShown || left !== undefined ? `${text.slice(0, maxShown)}…` : text}
    </p>
  );
};
