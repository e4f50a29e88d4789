import {
  type Credential,
  type CredentialFields,
  type CredentialTypeDescription,
  hostSettingNames,
  oauthTokenField,
} from '@millrace/contract';
import { useEffect, useRef, useState } from 'react';
import { client } from '../../api/client.ts';
import { refreshCredentials } from '../../api/credentials.ts';
import { ApiError, describeError } from '../../api/errors.ts';
import { may } from '../../credentials/rights.ts';
import { t } from '../../messages/credentials.ts';
import { changeParameter } from '../../node-panel/parameters/change-parameter.ts';
import { showError, showWarning } from '../../ui/toasts.ts';
import type { ParameterPath } from '../../workflow/types.ts';
import { askedFields, fieldIssues, filledData, isTestable, typeVersion } from './credential-type.ts';

/** What a person has of a credential in hand. */
export interface Draft {
  name: string;
  data: CredentialFields;
  /** Names of node types. */
  access: readonly string[];
}

/** What came of the last thing that was tried, as a banner tells it. */
export type Outcome =
  | { kind: 'success' }
  /** `reason` is folded away under the title. */
  | { kind: 'error'; title: string; reason?: string }
  /** The stored secrets would go somewhere else; `reason` names the fields. */
  | { kind: 'secrets'; reason: string };

export interface Editing {
  type: CredentialTypeDescription;
  /** As it is stored; undefined for a new one. */
  saved: Credential | undefined;
  draft: Draft;
  isDirty: boolean;
  isSaving: boolean;
  isTesting: boolean;
  readOnly: boolean;
  /** Empty fields are told of, whether somebody has been there or not. */
  showsRequired: boolean;
  /** How often something was refused for them. */
  refusals: number;
  outcome: Outcome | undefined;
  setOutcome(outcome: Outcome | undefined): void;
  changeField(path: ParameterPath, value: unknown): void;
  rename(name: string): void;
  setAccess(access: readonly string[]): void;
  /** Tells of empty fields. @returns whether there are some */
  checkFields(): boolean;
  /** Stores it, if no required field is empty. @returns what is stored, undefined where it is not, which was told */
  save(): Promise<Credential | undefined>;
  /** Tries whether it works, if that can be tried. */
  test(): Promise<void>;
  /** An account was connected. */
  markConnected(): void;
}

interface Given {
  type: CredentialTypeDescription;
  saved: Credential | undefined;
  /** Of a new one. */
  name: string;
  onSaved: ((credential: Credential) => void) | undefined;
}

export const useEditing = (given: Given): Editing => {
  const { type, onSaved } = given;
  const [saved, setSaved] = useState(given.saved);
  const [draft, setDraft] = useState<Draft>(() => ({
    name: given.saved?.name ?? given.name,
    data: given.saved?.data ?? {},
    access: given.saved?.nodesAccess.map(({ nodeType }) => nodeType) ?? type.supportedNodes,
  }));
  const latest = useRef(draft);
  const [isDirty, setDirty] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const [showsRequired, setShowsRequired] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const [outcome, setOutcome] = useState<Outcome>();
  /** Only the result of the latest test counts. */
  const tests = useRef(0);
  const readOnly = saved !== undefined && !may(saved, 'update');

  const edit = (change: Partial<Draft>) => {
    latest.current = { ...latest.current, ...change };
    setDraft(latest.current);
    setDirty(true);
  };

  const body = () => {
    const { name, data, access } = latest.current;
    return {
      name,
      type: type.name,
      data: filledData(type, data),
      nodesAccess: access.map((nodeType) => ({ nodeType })),
    };
  };

  /** True for a refusal to send stored secrets elsewhere, which the banner tells. */
  const needsSecrets = (error: unknown): boolean => {
    if (!(error instanceof ApiError) || error.error !== 'secretsNeeded') return false;
    setOutcome({ kind: 'secrets', reason: [error.message, error.hint].filter(Boolean).join(' ') });
    return true;
  };

  const checkFields = () => {
    const isMissing = fieldIssues(type, latest.current.data).length > 0;
    setShowsRequired(isMissing);
    if (isMissing) setRefusals((count) => count + 1);
    return isMissing;
  };

  const test = async (stored = saved) => {
    tests.current += 1;
    const number = tests.current;
    setOutcome(undefined);
    if (!isTestable(type, latest.current.data)) return;
    setTesting(true);
    let result: Outcome | undefined;
    try {
      const { status, message } = await client.credentials.test({
        body: { credentials: { ...body(), ...(stored && { id: stored.id }) } },
      });
      result =
        status === 'Error'
          ? { kind: 'error', title: t('credential.banner.failed'), reason: message }
          : { kind: 'success' };
    } catch (error) {
      if (number === tests.current && !needsSecrets(error)) {
        result = { kind: 'error', title: t('credential.banner.failed'), reason: describeError(error).message };
      }
    }
    if (number !== tests.current) return;
    if (result) setOutcome(result);
    setTesting(false);
  };

  const save = async () => {
    if (checkFields()) return undefined;
    setSaving(true);
    setOutcome(undefined);
    const sent = latest.current;
    let stored: Credential;
    try {
      const answer = saved
        ? await client.credentials.update({ params: { id: saved.id }, body: body() })
        : await client.credentials.create({ body: body() });
      stored = { ...answer, data: sent.data };
    } catch (error) {
      setSaving(false);
      if (!needsSecrets(error)) {
        showError(t(saved ? 'credential.update.failed' : 'credential.create.failed'), describeError(error));
      }
      return undefined;
    }
    setSaved(stored);
    setSaving(false);
    if (latest.current === sent) setDirty(false);
    void refreshCredentials();
    onSaved?.(stored);
    void test(stored);
    return stored;
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the dialog has been filled.
  useEffect(() => {
    if (!saved) return;
    if (fieldIssues(type, draft.data).length > 0) setShowsRequired(!readOnly);
    else void test();
  }, []);

  return {
    type,
    saved,
    draft,
    isDirty,
    isSaving,
    isTesting,
    readOnly,
    showsRequired,
    refusals,
    outcome,
    setOutcome,
    changeField(path, value) {
      const { [oauthTokenField]: account, ...fields } = latest.current.data;
      // The account does not hang on where its tokens may be sent.
      const keepsAccount = account !== undefined && hostSettingNames.has(String(path[0]));
      const space = { definitions: askedFields(type), typeVersion };
      const data = changeParameter(space, fields, path, value) as CredentialFields;
      edit({ data: keepsAccount ? { ...data, [oauthTokenField]: account } : data });
    },
    rename(name) {
      if (name === latest.current.name) return;
      if (name !== '') return edit({ name });
      const untitled = t('credential.name.untitled', { type: type.displayName });
      showWarning(t('credential.name.emptied'), {
        message: t('credential.name.emptied.message', { name: untitled }),
      });
      edit({ name: untitled });
    },
    setAccess: (access) => edit({ access }),
    checkFields,
    save,
    test: () => test(),
    markConnected() {
      latest.current = { ...latest.current, data: { ...latest.current.data, [oauthTokenField]: true } };
      setDraft(latest.current);
      setOutcome(undefined);
      void refreshCredentials();
    },
  };
};
