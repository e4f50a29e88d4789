import { ActionIcon, Tooltip } from '@mantine/core';
import { IconArrowsDiagonal } from '@tabler/icons-react';
import { t } from '../../messages/panel.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { useFields } from '../panel-context.ts';
import { ExpressionResult } from './ExpressionResult.tsx';
import classes from './expression.module.css';
import { LazyCodeEditor } from './LazyCodeEditor.tsx';
import { useEvaluation } from './use-evaluation.ts';

interface ExpressionInputProps {
  /** With the leading `=`. */
  value: string;
  label: string;
  path: ParameterPath;
  id?: string;
  autoFocus?: boolean;
  /** Where writing goes on when the focus is taken; at the end if left out. */
  caret?: number;
  /** Without the sign at its left, where a button beside the field shows the same. */
  plain?: boolean;
  onChange(value: string): void;
  onBlur?(): void;
}

/** An expression with its live result for the item that is looked at. */
export const ExpressionInput = ({
  value,
  label,
  path,
  id,
  autoFocus,
  caret,
  plain,
  onChange,
  onBlur,
}: ExpressionInputProps) => {
  const { complete, readOnly, openEditor } = useFields();
  const result = useEvaluation(value);
  const errorAt =
    result.kind === 'error' && result.position !== undefined ? Math.max(0, result.position - 1) : undefined;
  return (
    <div className={classes.expression} data-state={result.kind}>
      <div className={classes.editor}>
        {!plain && (
          <span className={classes.sign} aria-hidden>
            fx
          </span>
        )}
        <LazyCodeEditor
          id={id}
          label={label}
          language="template"
          value={value.slice(1)}
          readOnly={readOnly}
          autoFocus={autoFocus}
          caret={caret}
          errorAt={errorAt}
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
            onClick={() => openEditor({ title: label, path, language: 'template' })}
          >
            <IconArrowsDiagonal size={14} />
          </ActionIcon>
        </Tooltip>
      </div>
      <ExpressionResult evaluation={result} />
    </div>
  );
};
