import { useState } from 'react';
import { t } from '../../../messages/panel.ts';
import { LazyCodeEditor } from '../../expression/LazyCodeEditor.tsx';
import classes from '../fields.module.css';
import type { AnyParameterInput } from '../parameter-input.ts';

const textOf = (value: unknown): string =>
  typeof value === 'string' ? value : value === undefined ? '' : JSON.stringify(value, null, 2);

/** Of text that is no JSON, the text itself is the value. */
const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
};

/** A parameter of a type that is newer than this editor: its value as JSON, so that it can be read and mended. */
export const OtherInput: AnyParameterInput['Component'] = ({ definition, value, id, readOnly, onChange, onBlur }) => {
  const [text, setText] = useState(textOf(value));
  return (
    <>
      <div className={classes.codeField}>
        <LazyCodeEditor
          id={id}
          label={definition.displayName}
          language="json"
          value={text}
          readOnly={readOnly}
          onChange={(typed) => {
            setText(typed);
            onChange(parsed(typed));
          }}
          onBlur={onBlur}
        />
      </div>
      <p className={classes.hint}>{t('panel.other', { type: definition.type })}</p>
    </>
  );
};
