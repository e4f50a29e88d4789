import type { WorkflowGraph } from '@millrace/contract';
import type { NodeTypeSource } from '@millrace/engine';
import type { NodeDefinition } from '@millrace/engine/node-api';
import { createTypeLoader } from './type-loader.ts';

export type RunnableGraph = WorkflowGraph & { id: string | null; name: string; active: boolean };

/** A workflow as it is run, with the code of its nodes. One object for all executions of it, so that what is compiled for it is kept with it. */
export interface LoadedVersion {
  workflow: RunnableGraph;
  nodeTypes: NodeTypeSource;
}

export interface Versions {
  /** @param workflow JSON */
  add(versionId: number, workflow: string): void;
  /** Runs that have it keep it. */
  forget(versionId: number): void;
  get(versionId: number): Promise<LoadedVersion>;
}

export const createVersions = (loadNodeTypes: (names: Iterable<string>) => Promise<NodeDefinition[]>): Versions => {
  const texts = new Map<number, string>();
  const loaded = new Map<number, Promise<LoadedVersion>>();
  const loadTypes = createTypeLoader(loadNodeTypes);

  const load = async (text: string): Promise<LoadedVersion> => {
    const workflow = JSON.parse(text) as RunnableGraph;
    return { workflow, nodeTypes: await loadTypes(workflow.nodes.map(({ type }) => type)) };
  };

  return {
    add: (versionId, workflow) => void texts.set(versionId, workflow),

    forget(versionId) {
      texts.delete(versionId);
      loaded.delete(versionId);
    },

    get(versionId) {
      let version = loaded.get(versionId);
      if (version) return version;
      const text = texts.get(versionId);
      if (text === undefined) return Promise.reject(new Error(`Version ${versionId} was not sent to the worker`));
      version = load(text);
      loaded.set(versionId, version);
      texts.delete(versionId);
      // A node's code that could not be loaded may load another time.
      version.catch(() => {
        loaded.delete(versionId);
        texts.set(versionId, text);
      });
      return version;
    },
  };
};
