import { type ChangeEvent, type SyntheticEvent, useState } from 'react';
import { hideToastsOf } from './toasts.ts';

type Values<Field extends string> = Readonly<Record<Field, string>>;
type Problems<Field extends string> = Partial<Record<Field, string | undefined>>;

/** What a text field takes. */
interface FieldProps {
  name: string;
  value: string;
  error: string | undefined;
  onChange: (event: ChangeEvent<HTMLInputElement>) => void;
  onBlur: () => void;
}

/** Of toasts about an attempt that failed: they go with the next one. */
export const attemptTopic = 'attempt';

export interface Form<Field extends string> {
  values: Values<Field>;
  isValid: boolean;
  isChanged: boolean;
  isBusy: boolean;
  field: (name: Field) => FieldProps;
  /** Changes values in another way than by typing. */
  change: (values: Partial<Values<Field>>) => void;
  /** Begins anew with these values. */
  set: (values: Values<Field>) => void;
  onSubmit: (event: SyntheticEvent<HTMLFormElement>) => void;
}

/**
 * A form of text fields. What is wrong with a field is said when it has been left, or when the form is sent; sent it is only if nothing is.
 * @param problemsOf what is wrong, by field
 * @param submit told the values; the form is busy until it is done
 */
export const useForm = <Field extends string>(
  initial: Values<Field>,
  problemsOf: (values: Values<Field>) => Problems<Field>,
  submit: (values: Values<Field>) => Promise<unknown>,
): Form<Field> => {
  const [values, setValues] = useState(initial);
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const [isBusy, setIsBusy] = useState(false);
  const problems = problemsOf(values);
  const fields = Object.keys(initial) as Field[];
  const wrong = fields.filter((name) => problems[name] !== undefined);

  const onSubmit = (event: SyntheticEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setLeft(new Set(fields));
    const [first] = wrong;
    if (first !== undefined) {
      const field = event.currentTarget.elements.namedItem(first);
      if (field instanceof HTMLElement) field.focus();
      return;
    }
    hideToastsOf(attemptTopic);
    setIsBusy(true);
    void submit(values).finally(() => setIsBusy(false));
  };

  return {
    values,
    isValid: wrong.length === 0,
    isChanged: fields.some((name) => values[name] !== initial[name]),
    isBusy,
    field: (name) => ({
      name,
      value: values[name],
      error: left.has(name) ? problems[name] : undefined,
      onChange: ({ currentTarget: { value } }) => setValues((now) => ({ ...now, [name]: value })),
      onBlur: () => setLeft((now) => new Set([...now, name])),
    }),
    change: (some) => setValues((now) => ({ ...now, ...some })),
    set: (next) => {
      setValues(next);
      setLeft(new Set());
    },
    onSubmit,
  };
};
