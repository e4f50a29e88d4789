import { limits } from '@millrace/contract';
import { client } from '../api/client.ts';
import { describeError } from '../api/errors.ts';
import { queryClient, workflowsQuery } from '../api/queries.ts';
import { basePath } from '../base-path.ts';
import { openDialog } from '../dialogs/stack.ts';
import { t } from '../messages/commands.ts';
import { showError, showSuccess } from '../ui/toasts.ts';
import type { WorkflowSession } from '../workflow/session.ts';
import { calledId } from '../workflow/sub-workflow/called-id.ts';
import { type Extraction, extract } from '../workflow/sub-workflow/extract.ts';
import { inline } from '../workflow/sub-workflow/inline.ts';
import { isTrigger } from '../workflow/triggers.ts';
import { typeNow } from './type-now.ts';
import { focusNode } from './view.ts';

/** Makes a workflow of the selected nodes, after its name is asked for, and calls it in their place: one step of the history. */
export const extractSelection = (session: WorkflowSession): void => {
  const { document, selection } = session.state();
  const result = extract(document, selection, (node) => isTrigger(typeNow(node)));
  if ('reason' in result) {
    const { reason, node } = result;
    showError(t('subWorkflow.refused'), { message: t(`subWorkflow.refused.${reason}`, { node }), sticky: false });
    return;
  }
  openDialog('name', {
    title: t('subWorkflow.title'),
    label: t('subWorkflow.name'),
    confirm: t('subWorkflow.create'),
    initial: t('subWorkflow.initial', { name: document.name }).slice(0, limits.workflowNameMaxLength),
    maxLength: limits.workflowNameMaxLength,
    submit: (name) => store(session, result, name),
  });
};

/** @throws ApiError */
const store = async (session: WorkflowSession, { workflow, command }: Extraction, name: string): Promise<void> => {
  // Ids of webhooks are addresses: what waits for a call there has one of its own.
  const nodes = workflow.nodes.map((node) =>
    node.webhookId === undefined ? node : { ...node, webhookId: crypto.randomUUID() },
  );
  const { id } = await client.workflows.create({ body: { ...workflow, nodes, name, active: false } });
  void queryClient.invalidateQueries({ queryKey: workflowsQuery.queryKey });
  const before = session.state().document.nodes;
  session.dispatch('history.extractWorkflow', command(id, name.slice(0, limits.nodeNameMaxLength)));
  selectNew(session, before);
  showSuccess(t('subWorkflow.created', { name }), {
    message: t('subWorkflow.created.message'),
    actions: [{ label: t('subWorkflow.open'), run: () => window.open(`${basePath}/workflow/${id}`, '_blank') }],
  });
};

/** Puts the nodes of the workflow that the selected node calls in its place. The called workflow stays as it is. */
export const inlineSelected = async (session: WorkflowSession): Promise<void> => {
  const [call] = session.state().selection;
  const node = call === undefined ? undefined : session.state().document.nodes[call];
  const id = node && calledId(node.data);
  if (call === undefined || id === undefined) return;
  try {
    const called = await client.workflows.get({ params: { id } });
    const { document } = session.state();
    if (!document.nodes[call]) return;
    const result = inline(document, call, called);
    if (typeof result === 'string') {
      showError(t('subWorkflow.notInlined'), { message: t(`subWorkflow.notInlined.${result}`), sticky: false });
      return;
    }
    session.dispatch('history.inlineWorkflow', result);
    selectNew(session, document.nodes);
  } catch (error) {
    showError(t('subWorkflow.notInlined'), describeError(error));
  }
};

const selectNew = (session: WorkflowSession, before: Readonly<Record<string, unknown>>): void => {
  const added = Object.keys(session.state().document.nodes).filter((key) => before[key] === undefined);
  session.select(added);
  const [first] = added;
  if (first !== undefined) requestAnimationFrame(() => void focusNode(session, first));
};
