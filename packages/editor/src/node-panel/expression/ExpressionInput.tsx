import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { useFields } from '../panel-context.ts';
import { type Evaluation, errorAtOf } from './evaluation.ts';
import classes from './expression.module.css';
import { LazyCodeEditor } from './LazyCodeEditor.tsx';

interface ExpressionInputProps {
  /** With the leading `=`. */
  value: string;
  label: string;
  path: ParameterPath;
  /** Its result, which says where it is wrong. */
  evaluation: Evaluation | undefined;
  /** Lines that the parameter asks for. */
  rows?: number;
  id?: string;
  autoFocus?: boolean;
  /** Where writing goes on when the focus is taken; at the end if left out. */
  caret?: number;
  onChange(value: string): void;
  onBlur?(): void;
}

/** The text of an expression. */
export const ExpressionInput = ({
  value,
  label,
  path,
  evaluation,
  rows,
  id,
  autoFocus,
  caret,
  onChange,
  onBlur,
}: ExpressionInputProps) => {
  const { complete, readOnly, openEditor } = useFields();
  return (
    <div className={classes.editor}>
      <LazyCodeEditor
        id={id}
        label={label}
        language="template"
        value={value.slice(1)}
        readOnly={readOnly}
        autoFocus={autoFocus}
        caret={caret}
        errorAt={errorAtOf(evaluation)}
        placeholder={t('panel.expression.placeholder', { example: '{{ $json.name }}' })}
        complete={complete}
        onChange={(text) => onChange(`=${text}`)}
        onBlur={onBlur}
      />
      <Tooltip label={t('panel.field.expand')}>
        <ActionIcon
          className={classes.expand}
          variant="subtle"
          color="gray"
          size="sm"
          aria-label={t('panel.field.expand')}
          onClick={() => openEditor({ title: label, path, language: 'template', rows })}
        >
          <IconArrowsDiagonal size={14} />
        </ActionIcon>
      </Tooltip>
    </div>
  );
};
