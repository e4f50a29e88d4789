import { oauthTokenField } from '@millrace/contract';
import { withDefaults } from '@millrace/engine';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useRef, useState } from 'react';
import { settingsQuery } from '../../api/queries.ts';
import { t } from '../../messages/credentials.ts';
import { EditorDialog } from '../../node-panel/expression/EditorDialog.tsx';
import type { Evaluate } from '../../node-panel/expression/evaluation.ts';
import {
  type EditorRequest,
  type FieldsContext,
  FieldsProvider,
  type FieldValues,
  FieldValuesContext,
} from '../../node-panel/panel-context.ts';
import { ParameterList } from '../../node-panel/parameters/ParameterList.tsx';
import { inputFor } from '../../node-panel/parameters/parameter-inputs.ts';
import classes from './credential-edit.module.css';
import { askedFields, fieldIssues, typeVersion } from './credential-type.ts';
import type { Editing } from './use-editing.ts';

const noPath: readonly string[] = [];

/** What an expression gives is known where the secrets are: not here. */
const evaluate: Evaluate = (_text, answer) => {
  answer({ kind: 'noData', message: t('credential.expressions.later') });
  return () => {};
};

/** The fields of the type, with the same controls as those of a node. */
export const CredentialFieldList = ({ editing }: { editing: Editing }) => {
  const { type, draft, showsRequired, readOnly } = editing;
  const { data: settings } = useQuery(settingsQuery);
  const [editor, setEditor] = useState<EditorRequest | null>(null);
  const latest = useRef(editing);
  latest.current = editing;
  const expressionsDisabled = settings?.expressionsDisabled ?? false;

  const fields = useMemo<FieldsContext>(
    () => ({
      typeVersion,
      showsRequired,
      readOnly,
      expressionsDisabled,
      hasInput: true,
      evaluate,
      complete: async () => undefined,
      change: (path, value) => latest.current.changeField(path, value),
      changeAll: (values) => {
        for (const [name, value] of Object.entries(values)) latest.current.changeField([name], value);
      },
      inputFor,
      openEditor: setEditor,
    }),
    [showsRequired, readOnly, expressionsDisabled],
  );
  const definitions = useMemo(() => askedFields(type), [type]);
  const values = useMemo<FieldValues>(() => {
    const { [oauthTokenField]: _, ...stored } = draft.data;
    const filled = withDefaults(type.properties, stored, typeVersion);
    return { stored, values: filled, issues: fieldIssues(type, stored) };
  }, [type, draft.data]);
  const hasFields = definitions.some((definition) => definition.type !== 'hidden');

  return (
    <FieldsProvider value={fields}>
      <FieldValuesContext value={values}>
        <div className={classes.fields}>
          {hasFields ? (
            <ParameterList definitions={definitions} path={noPath} values={values.values} />
          ) : (
            <p className={classes.remark}>{t('credential.noFields')}</p>
          )}
        </div>
        {editor && <EditorDialog request={editor} onClose={() => setEditor(null)} />}
      </FieldValuesContext>
    </FieldsProvider>
  );
};
