import { IconMinus, IconPencil, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useNodeTypes } from '../../../api/node-types.ts';
import { placeText, valueText } from '../../../dialogs/conflict/place-text.ts';
import { t } from '../../../messages/versions.ts';
import type { ChangeKind, NodeKey, WorkflowDocument } from '../../../workflow/types.ts';
import type { Comparison, Difference } from './compare-documents.ts';
import classes from './versions.module.css';

const signs: Record<ChangeKind, ReactNode> = {
  added: <IconPlus size={13} stroke={2.4} aria-hidden />,
  removed: <IconMinus size={13} stroke={2.4} aria-hidden />,
  changed: <IconPencil size={13} stroke={2} aria-hidden />,
};

interface DifferenceListProps {
  comparison: Comparison;
  earlier: WorkflowDocument;
  later: WorkflowDocument;
  onShowNode(key: NodeKey): void;
}

/** Everything that differs, with both values. A click on a node shows it on the canvas. */
export const DifferenceList = ({ comparison, earlier, later, onShowNode }: DifferenceListProps) => {
  const { full } = useNodeTypes();
  const { differences, moved } = comparison;
  return (
    <>
      {differences.length > 0 && <Legend />}
      <ul className={classes.differences}>
        {differences.map((difference) => {
          const { where, what } = placeText(difference.path, later, { theirs: earlier }, full);
          const { node, kind } = difference;
          return (
            <li key={difference.path} className={classes.difference}>
              <span className={classes.kind} data-change={kind} title={t(`versions.kind.${kind}`)}>
                {signs[kind]}
                <span className={classes.hidden}>{t(`versions.kind.${kind}`)}</span>
              </span>
              <div className={classes.what}>
                {node === null ? (
                  <strong>{where}</strong>
                ) : (
                  <button type="button" className={classes.show} onClick={() => onShowNode(node)}>
                    {where}
                  </button>
                )}
                {what && <span className={classes.place}> › {what}</span>}
                <Values difference={difference} />
              </div>
            </li>
          );
        })}
      </ul>
      {differences.length === 0 && <p className={classes.remark}>{t('versions.differences.none')}</p>}
      {moved > 0 && <p className={classes.remark}>{t('versions.moved', { count: moved })}</p>}
    </>
  );
};

/** What the signs on the canvas and in the list mean. Each line of the list says it as well. */
const Legend = () => (
  <p className={classes.legend} aria-hidden="true">
    {(['added', 'removed', 'changed'] as const).map((kind) => (
      <span key={kind}>
        <span className={classes.kind} data-change={kind}>
          {signs[kind]}
        </span>
        {t(`versions.kind.${kind}`)}
      </span>
    ))}
  </p>
);

/** Whole nodes and wires are seen on the canvas. */
const isWhole = (path: string): boolean => /^\/(nodes|wires)\/[^/]*$/.test(path);

const Values = ({ difference: { path, before, after } }: { difference: Difference }) => {
  if (isWhole(path)) return null;
  return (
    <dl className={classes.values}>
      {before !== undefined && (
        <div data-side="before">
          <dt>{t('versions.before')}</dt>
          <dd>{valueText(before)}</dd>
        </div>
      )}
      {after !== undefined && (
        <div data-side="after">
          <dt>{t('versions.after')}</dt>
          <dd>{valueText(after)}</dd>
        </div>
      )}
    </dl>
  );
};
