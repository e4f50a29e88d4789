import { useId } from 'react';
import { useNodeTypes } from '../../api/node-types.ts';
import { t } from '../../messages/dialogs.ts';
import { useWorkflow } from '../../workflow/hooks.ts';
import type { Side } from '../../workflow/merge.ts';
import type { Conflict, ConflictPlace } from '../../workflow/types.ts';
import classes from './ConflictDialog.module.css';
import { placeText, valueText } from './place-text.ts';

interface PlaceChoiceProps {
  place: ConflictPlace;
  conflict: Conflict;
  chosen: Side;
  /** The first choice has the focus, and not the button that saves: whoever was typing must not overwrite anything by Enter. */
  isFirst: boolean;
  onChoose(side: Side): void;
}

/** One place that both have changed: what stands here and there, one of which is kept. */
export const PlaceChoice = ({ place, conflict, chosen, isFirst, onChoose }: PlaceChoiceProps) => {
  const document = useWorkflow((state) => state.document);
  const { full } = useNodeTypes();
  const { where, what } = placeText(place.path, document, conflict, full);
  const isNode = place.path.split('/').length === 3 && place.path.startsWith('/nodes/');
  const name = useId();
  return (
    <fieldset className={classes.place}>
      <legend className={classes.where}>
        {where}
        {what && <span className={classes.what}> › {what}</span>}
      </legend>
      {(['mine', 'theirs'] as const).map((side) => (
        <label key={side} className={classes.side} data-chosen={chosen === side || undefined}>
          <span className={classes.choice}>
            <input
              type="radio"
              name={name}
              checked={chosen === side}
              onChange={() => onChoose(side)}
              data-autofocus={(isFirst && chosen === side) || undefined}
            />
            {t(side === 'mine' ? 'conflict.mine' : 'conflict.theirs')}
          </span>
          <span className={classes.value} data-none={place[side] === undefined || undefined}>
            {isNode
              ? t(place[side] === undefined ? 'conflict.value.none' : 'conflict.value.kept')
              : valueText(place[side])}
          </span>
        </label>
      ))}
    </fieldset>
  );
};
