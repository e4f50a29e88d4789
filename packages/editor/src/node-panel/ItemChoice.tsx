import { NumberInput, Tooltip } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import { t } from '../messages/panel.ts';
import classes from './NodePanel.module.css';
import type { ChosenItem } from './panel-context.ts';
import { StepButton } from './StepButton.tsx';

/** To so many items a person may go one by one; of more, one is chosen by its number. */
const mostStepped = 100;

/** For which item of the input expressions show their result. */
export const ItemChoice = ({ itemCount, loadedCount, itemIndex, chooseItem }: ChosenItem) => (
  <div className={classes.item} title={t('panel.item.hint')}>
    {loadedCount < itemCount && (
      <Tooltip label={t('panel.item.preview', { count: loadedCount })} multiline w={280}>
        <IconInfoCircle
          size={15}
          role="img"
          tabIndex={0}
          aria-label={t('panel.item.preview', { count: loadedCount })}
        />
      </Tooltip>
    )}
    <span>{t('panel.item')}</span>
    <StepButton
      to="previous"
      label={t('panel.item.previous')}
      disabled={itemIndex === 0}
      onClick={() => chooseItem(itemIndex - 1)}
    />
    {itemCount > mostStepped ? (
      <NumberInput
        size="xs"
        w={164}
        aria-label={t('panel.item')}
        min={1}
        max={itemCount}
        clampBehavior="strict"
        allowDecimal={false}
        hideControls
        value={itemIndex + 1}
        rightSectionWidth={88}
        rightSection={<span className={classes.itemCount}>{t('panel.item.ofCount', { count: itemCount })}</span>}
        onChange={(number) => {
          if (typeof number === 'number') chooseItem(number - 1);
        }}
      />
    ) : (
      <span className={classes.itemNumber} aria-live="polite">
        {t('panel.item.of', { number: itemIndex + 1, count: itemCount })}
      </span>
    )}
    <StepButton
      to="next"
      label={t('panel.item.next')}
      disabled={itemIndex >= itemCount - 1}
      onClick={() => chooseItem(itemIndex + 1)}
    />
  </div>
);
