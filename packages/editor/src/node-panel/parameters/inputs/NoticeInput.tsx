import { IconInfoCircle } from '@tabler/icons-react';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';

/** Notices of plug-ins may hold markup; only its text is shown. */
const plainText = (text: string): string =>
  new DOMParser().parseFromString(text, 'text/html').body.textContent?.trim() ?? '';

export const NoticeInput = ({ definition }: ParameterInputProps<'notice'>) => (
  <p className={classes.notice}>
    <IconInfoCircle size={16} aria-hidden />
    <span>{plainText(definition.displayName)}</span>
  </p>
);

export const HiddenInput = () => null;
