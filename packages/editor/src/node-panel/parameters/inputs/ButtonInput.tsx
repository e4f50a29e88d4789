import { Button, Textarea } from '@mantine/core';
import { isObject } from '@millrace/contract';
import { useState } from 'react';
import { client } from '../../../api/client.ts';
import { describeError } from '../../../api/errors.ts';
import { t } from '../../../messages/panel.ts';
import { useFields } from '../../panel-context.ts';
import entries from '../entries.module.css';
import fields from '../fields.module.css';
import type { ParameterInputProps } from '../parameter-input.ts';
import classes from '../parameters.module.css';
import { useParameterRequest } from '../remote/parameter-request.ts';

/** Carries out an action of the node type, which may take a text, and may change parameters of the node. */
export const ButtonInput = ({ definition, path, value, id, readOnly, onChange }: ParameterInputProps<'button'>) => {
  const { changeAll } = useFields();
  const { label, action, hasInputField, inputFieldMaxLength } = definition.typeOptions?.buttonConfig ?? {};
  const { handler, target } = isObject(action) ? action : { handler: action, target: undefined };
  const { request } = useParameterRequest(path);
  const [isRunning, setRunning] = useState(false);
  const [failure, setFailure] = useState<string>();
  const text = typeof value === 'string' ? value : '';

  const run = async () => {
    setRunning(true);
    setFailure(undefined);
    try {
      const answer = await client.nodeParameters.action({
        body: { ...(await request()), methodName: handler ?? '', payload: hasInputField ? { prompt: text } : {} },
      });
      if (target) changeAll({ [target.replace(/^parameters\./, '')]: answer });
      else if (isObject(answer)) changeAll(answer);
    } catch (error) {
      setFailure(describeError(error).message);
    } finally {
      setRunning(false);
    }
  };

  return (
    <div className={classes.buttonField}>
      {hasInputField && (
        <Textarea
          id={id}
          size="sm"
          label={definition.displayName}
          classNames={{ label: classes.buttonLabel }}
          placeholder={definition.placeholder}
          rows={3}
          maxLength={inputFieldMaxLength}
          value={text}
          readOnly={readOnly}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
      <Button
        className={entries.add}
        size="xs"
        variant="default"
        loading={isRunning}
        disabled={readOnly || !handler || (hasInputField === true && text.trim() === '')}
        onClick={() => void run()}
      >
        {label ?? definition.displayName}
      </Button>
      {definition.hint && <p className={fields.hint}>{definition.hint}</p>}
      {failure !== undefined && (
        <p className={fields.issue} role="alert">
          {t('panel.button.failed', { message: failure })}
        </p>
      )}
    </div>
  );
};
