import type { NodeTypeDescription, ParameterDefinition } from '@millrace/contract';
import { parameterIssues, withDefaults } from '@millrace/engine';
import { useQuery } from '@tanstack/react-query';
import { useCallback, useMemo, useRef, useState } from 'react';
import { fullTypeOf, useNodeTypes } from '../api/node-types.ts';
import { settingsQuery } from '../api/queries.ts';
import { setParameters } from '../workflow/commands/index.ts';
import { useTypeTexts } from '../workflow/expressions.ts';
import { useRefusal, useSession, useWorkflow } from '../workflow/hooks.ts';
import type { DocumentNode, ParameterPath, ParameterValue, WorkflowDocument } from '../workflow/types.ts';
import { ofField } from './expression/completion.ts';
import type { Complete, Evaluate } from './expression/evaluation.ts';
import { createPreviewSource } from './expression/preview/preview-source.ts';
import type { Previews } from './expression/preview/previews.ts';
import { type VariableEntry, variableTree } from './expression/variables/variable-tree.ts';
import type { ChosenItem, EditorRequest, OpenNode, PanelContext } from './panel-context.ts';
import { changeParameter, type StoredValues } from './parameters/change-parameter.ts';
import { inputFor } from './parameters/parameter-inputs.ts';
import { ancestorsOf, outputItems, runCountOf, shownInputsOf, shownTasksOf } from './run-data/node-data.ts';
import { useInputItems } from './run-data/use-input-items.ts';
import { useTask } from './run-data/use-task.ts';
import { differsOnlyInParameters } from './same-but-parameters.ts';
import { useTriggerIssues } from './webhook/use-trigger-check.ts';

const noDefinitions: readonly ParameterDefinition[] = [];

export interface OpenPanel {
  context: PanelContext;
  opened: OpenNode;
  chosen: ChosenItem;
  /** Index of the run of the node that is looked at; -1: it has not run. */
  runIndex: number;
  chooseRun(index: number): void;
  /** What expressions may read: made when it is looked at. */
  variables: readonly VariableEntry[];
  editor: EditorRequest | null;
  closeEditor(): void;
}

/** The same document for as long as nothing but the parameters of the open node changes. */
const useDocumentButParameters = (present: WorkflowDocument, key: string): WorkflowDocument => {
  const kept = useRef(present);
  if (!differsOnlyInParameters(kept.current, present, key)) kept.current = present;
  return kept.current;
};

/** Everything that the fields of the open node need, over the document and the run on screen. */
export const useOpenPanel = (open: DocumentNode, description: NodeTypeDescription, previews: Previews): OpenPanel => {
  const session = useSession();
  const { key, data: node } = open;
  const document = useDocumentButParameters(
    useWorkflow((state) => state.document),
    key,
  );
  const run = useWorkflow((state) => state.run);
  const id = useWorkflow((state) => state.id);
  const active = useWorkflow((state) => state.active);
  const readOnly = useWorkflow((state) => state.readOnly);
  const isPreview = useWorkflow((state) => state.isPreview);
  const { data: settings } = useQuery(settingsQuery);
  const { find } = useNodeTypes();
  const [itemIndex, chooseItem] = useState(0);
  const [wantedRun, chooseRun] = useState(session.panel.state().runIndex);
  const runs = runCountOf({ document, run }, key);
  const runIndex = Math.min(wantedRun ?? runs - 1, runs - 1);
  const { task } = useTask(key, runIndex);
  const { given, itemCount, loadedCount, shownItem, chosenItem } = useInputItems(
    { document, run },
    key,
    task,
    itemIndex,
  );
  const [editor, setEditor] = useState<EditorRequest | null>(null);

  const definitions = description.properties ?? noDefinitions;
  const typeVersion = node.typeVersion ?? 1;
  const values = useMemo(
    () => withDefaults(definitions, node.parameters, typeVersion),
    [definitions, node.parameters, typeVersion],
  );

  const asked = useTriggerIssues(node, description);
  const issues = useMemo(
    () => (node.disabled ? [] : [...parameterIssues(definitions, node.parameters, typeVersion), ...asked]),
    [definitions, node.disabled, node.parameters, typeVersion, asked],
  );
  const [showedRequired] = useState(() => session.state().past.at(-1)?.label !== 'history.addNode');
  const showsRequired = useRefusal(key) !== undefined || showedRequired;

  const parametersOf = useCallback(
    (other: DocumentNode) => {
      const present = session.state().document.nodes[other.key] ?? other;
      const { type, typeVersion: version = 1, parameters = {} } = present.data;
      const known = find(type, version);
      const full = known && fullTypeOf(known.name, known.version);
      return full?.properties ? withDefaults(full.properties, parameters, version) : parameters;
    },
    [find, session],
  );
  const source = useMemo(
    () =>
      createPreviewSource({
        state: { id, active, document, run },
        key,
        runIndex: Math.max(0, runIndex),
        task,
        given,
        chosen: chosenItem && { index: shownItem, item: chosenItem },
        timezone: settings?.timezone ?? 'UTC',
        parametersOf,
      }),
    [id, active, document, run, key, runIndex, task, given, chosenItem, shownItem, settings?.timezone, parametersOf],
  );
  const evaluate = useCallback<Evaluate>(
    (text, answer, most) =>
      source ? previews.evaluate(source, { text, itemIndex: shownItem, most }, answer) : () => {},
    [previews, source, shownItem],
  );

  const nodeNames = useMemo(
    () => [...ancestorsOf(document, key).keys()].flatMap((ancestor) => document.nodes[ancestor]?.data.name ?? []),
    [document, key],
  );

  const complete = useMemo<Complete>(
    () =>
      ofField(
        async (text, position) =>
          source && previews.complete(source, { text, position, nodeNames, itemIndex: shownItem }),
      ),
    [previews, nodeNames, source, shownItem],
  );

  const isEditing = editor !== null;
  const variables = useMemo(() => {
    if (!isEditing) return [];
    const snapshot = { document, run };
    const known = shownInputsOf(snapshot, key, task)[0]?.items ?? (given && outputItems(given, 0));
    return variableTree({
      item: chosenItem ?? known?.[shownItem],
      itemIndex: shownItem,
      runIndex: Math.max(0, runIndex),
      workflow: { id, name: document.name, active },
      executionId: run.executionId,
      parameters: values,
      nodes: [...ancestorsOf(document, key)].flatMap(([ancestor, output]) => {
        const other = document.nodes[ancestor];
        if (!other) return [];
        const items = () => outputItems(shownTasksOf(snapshot, ancestor).at(-1), output);
        return [
          {
            name: other.data.name,
            item: () => items()?.[shownItem] ?? items()?.[0],
            parameters: () => parametersOf(other),
          },
        ];
      }),
    });
  }, [isEditing, document, run, key, task, given, chosenItem, shownItem, runIndex, id, active, values, parametersOf]);

  const evaluateTypeText = useTypeTexts();
  const typeText = useCallback(
    (text: string) => {
      const present = session.state().document.nodes[key];
      return present && evaluateTypeText?.(text, description, present.data);
    },
    [evaluateTypeText, description, key, session],
  );

  const change = useCallback(
    (path: ParameterPath, value: unknown, typing = typeof value === 'string' || typeof value === 'number') => {
      const stored = session.state().document.nodes[key]?.data.parameters ?? {};
      const next = changeParameter({ definitions, typeVersion }, stored, path, value);
      session.dispatch('history.setParameter', setParameters(key, next as Record<string, ParameterValue>), {
        group: typing ? `${key}:${path.join('.')}` : undefined,
      });
    },
    [definitions, key, typeVersion, session],
  );

  const changeAll = useCallback(
    (changes: Readonly<Record<string, unknown>>) => {
      let next: StoredValues = session.state().document.nodes[key]?.data.parameters ?? {};
      for (const [name, value] of Object.entries(changes)) {
        next = changeParameter({ definitions, typeVersion }, next, [name], value);
      }
      session.dispatch('history.setParameter', setParameters(key, next as Record<string, ParameterValue>));
    },
    [definitions, key, typeVersion, session],
  );

  const context = useMemo<PanelContext>(
    () => ({
      key,
      workflowId: id,
      description,
      typeVersion,
      document,
      showsRequired,
      readOnly,
      expressionsDisabled: settings?.expressionsDisabled ?? false,
      hasInput: loadedCount > 0 || chosenItem !== undefined,
      isPreview,
      evaluate,
      complete,
      typeText,
      change,
      changeAll,
      inputFor,
      openEditor: setEditor,
    }),
    [
      key,
      id,
      description,
      typeVersion,
      document,
      showsRequired,
      readOnly,
      settings?.expressionsDisabled,
      loadedCount,
      chosenItem,
      isPreview,
      evaluate,
      complete,
      typeText,
      change,
      changeAll,
    ],
  );
  const opened = useMemo<OpenNode>(
    () => ({ node, stored: node.parameters ?? {}, values, issues }),
    [node, values, issues],
  );
  return {
    context,
    opened,
    chosen: { itemCount, loadedCount, itemIndex: shownItem, chooseItem },
    runIndex,
    chooseRun,
    variables,
    editor,
    closeEditor: () => setEditor(null),
  };
};
