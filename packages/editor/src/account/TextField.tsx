import { TextInput, type TextInputProps } from '@mantine/core';
import classes from './fields.module.css';

/** A text field of a form. What is wrong with it is said in the gap below, so that nothing moves away from under the pointer. */
export const TextField = (props: TextInputProps) => (
  <TextInput
    size="md"
    withAsterisk={false}
    classNames={{ root: classes.field, label: classes.label, error: classes.error }}
    {...props}
  />
);
