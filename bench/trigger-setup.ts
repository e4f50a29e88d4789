import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/** Secret of the trigger, by which its calls are signed. */
export const triggerSecret = 'secret-of-the-measurement';

/** @returns path of the webhook, below `/webhook/` */
export const triggerPath = 'measured/webhook';

const node = {
  name: 'Trigger',
  type: 'service.githubTrigger',
  typeVersion: 1,
  position: [0, 0],
  webhookId: 'measured',
  parameters: { owner: 'a', repository: 'b', events: ['push'] },
};

/** A workflow for `POST /rest/workflows`, inactive: no service can be told of it here. */
export const triggerWorkflow = { name: 'judged', nodes: [node], connections: {} };

/**
 * Makes it active as its service has been told of it.
 *
 * @param folder data of a server that does not run
 */
export const activateTrigger = (folder: string): void => {
  const database = new DatabaseSync(path.join(folder, 'millrace.sqlite'));
  const { id } = database.prepare('select id from workflows where name = ?').get(triggerWorkflow.name) as {
    id: number;
  };
  const staticData = { [`node:${node.name}`]: { webhookSecret: triggerSecret, webhookId: 1 } };
  database.prepare('update workflows set active = 1, static_data = ? where id = ?').run(JSON.stringify(staticData), id);
  const spec = { method: 'POST', path: triggerPath, responseMode: 'onReceived' };
  database
    .prepare('insert into webhooks (workflow_id, node, method, path, spec, receives) values (?, ?, ?, ?, ?, 1)')
    .run(id, node.name, spec.method, spec.path, JSON.stringify(spec));
  database.close();
};
