import { IconInfoCircle } from '@tabler/icons-react';
import { LinkedText } from '../LinkedText.tsx';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';
import { plainText } from '../plain-text.ts';

export const NoticeInput = ({ definition }: ParameterInputProps<'notice'>) =>
  definition.typeOptions?.sectionHeader ? (
    <h3 className={classes.section}>{plainText(definition.displayName)}</h3>
  ) : (
    <p className={classes.notice}>
      <IconInfoCircle size={16} aria-hidden />
      <span>
        <LinkedText text={definition.displayName} />
      </span>
    </p>
  );

export const HiddenInput = () => null;
