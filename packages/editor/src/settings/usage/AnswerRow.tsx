import type { PromptAnswer } from '@millrace/contract';
import { t } from '../../messages/prompts.ts';
import {
  optionLabel,
  type PersonalizationQuestion,
  personalizationOptions,
} from '../../prompts/personalization-options.ts';
import { formatDate } from '../../ui/dates.ts';

/** By its label; what another client has sent, as it stands. */
const optionText = (question: string, value: unknown): string => {
  const options: Readonly<Record<string, readonly string[]>> = personalizationOptions;
  const isKnown = Object.hasOwn(options, question) && options[question]?.includes(String(value));
  return isKnown ? t(optionLabel(question as PersonalizationQuestion, value as never)) : JSON.stringify(value);
};

const answerText = ({ question, value, email, answers }: PromptAnswer): string => {
  const parts = [
    ...(value === null ? [] : [t('usage.answer.score', { score: value })]),
    ...(email === null ? [] : [email]),
    ...(question === 'personalization'
      ? Object.entries(answers ?? {}).map(([name, chosen]) => optionText(name, chosen))
      : []),
  ];
  return parts.length > 0 ? parts.join(', ') : t('usage.answer.none');
};

export const AnswerRow = ({ answer }: { answer: PromptAnswer }) => {
  const { question, askedAt, answeredAt, user } = answer;
  const time = answeredAt ?? askedAt;
  return (
    <tr>
      <td>{time === null ? '--' : formatDate(time)}</td>
      <td>{t(`usage.question.${question}`)}</td>
      <td>{user.email ?? t('usage.defaultUser')}</td>
      <td>{answerText(answer)}</td>
    </tr>
  );
};
