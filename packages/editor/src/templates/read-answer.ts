import { isObject, templateHostAnswers } from '@millrace/contract';

export type Answers = {
  [Name in keyof typeof templateHostAnswers]: ReturnType<(typeof templateHostAnswers)[Name]['parse']>;
};

/** The answer of a host that may be any program; undefined: it is not one. */
export const readAnswer = <Name extends keyof Answers>(name: Name, body: unknown): Answers[Name] | undefined => {
  const read = templateHostAnswers[name].safeParse(isObject(body) ? body : undefined);
  return read.success ? (read.data as Answers[Name]) : undefined;
};
