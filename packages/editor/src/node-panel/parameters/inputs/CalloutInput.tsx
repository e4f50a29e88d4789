import { Button } from '@mantine/core';
import type { CalloutAction } from '@millrace/contract';
import { IconBulb, IconExternalLink } from '@tabler/icons-react';
import fields from '../fields.module.css';
import { isAddress, LinkedText } from '../LinkedText.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';

/** Where an action leads. What this editor has no place for has none, and is not offered. */
const addressOf = (action: CalloutAction | undefined): string | undefined =>
  action?.type === 'openUrl' && action.url && isAddress(action.url) ? action.url : undefined;

/** Advice that stands out, with something to do about it. */
export const CalloutInput = ({ definition }: ParameterInputProps<'callout'>) => {
  const action = definition.typeOptions?.calloutAction;
  const address = addressOf(action);
  return (
    <div className={classes.callout}>
      <IconBulb size={18} aria-hidden />
      <span className={fields.grow}>
        <LinkedText text={definition.displayName} />
      </span>
      {action && address && (
        <Button
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          size="xs"
          variant="default"
          rightSection={<IconExternalLink size={14} />}
        >
          {action.label}
        </Button>
      )}
    </div>
  );
};
