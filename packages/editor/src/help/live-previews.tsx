import type { Json } from '@millrace/contract';
import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { ofField } from '../node-panel/expression/completion.ts';
import type { Evaluate } from '../node-panel/expression/evaluation.ts';
import type { PreviewSource } from '../node-panel/expression/preview/preview-source.ts';
import { createPreviews, type Previews } from '../node-panel/expression/preview/previews.ts';
import { spawnPreviewWorker } from '../node-panel/expression/preview/spawn.ts';
import { type FieldsContext, FieldsProvider } from '../node-panel/panel-context.ts';
import { exampleParts } from './example-data.ts';

const PreviewsContext = createContext<Previews | null>(null);

/** One worker for all examples of a page; it starts with the first of them. */
export const LivePreviews = ({ children }: { children: ReactNode }) => {
  const [previews] = useState(() => createPreviews(spawnPreviewWorker));
  useEffect(() => () => previews.dispose(), [previews]);
  return <PreviewsContext value={previews}>{children}</PreviewsContext>;
};

const sourceOf = (json: Json): PreviewSource => {
  const parts = new Map(exampleParts(json));
  return { part: (key) => parts.get(key) };
};

const nothing = () => {};

/** Fields whose expressions are evaluated over data of an example. */
export const ExampleFields = ({ json, children }: { json: Json; children: ReactNode }) => {
  const previews = useContext(PreviewsContext);
  const fields = useMemo((): FieldsContext => {
    const source = sourceOf(json);
    const evaluate: Evaluate = (text, answer) =>
      previews ? previews.evaluate(source, { text, itemIndex: 0 }, answer) : nothing;
    const complete = ofField(async (text, position) =>
      previews?.complete(source, { text, position, nodeNames: ['Input'], itemIndex: 0 }),
    );
    return {
      typeVersion: 1,
      showsRequired: true,
      readOnly: false,
      expressionsDisabled: false,
      hasInput: true,
      evaluate,
      complete,
      change: nothing,
      changeAll: nothing,
      inputFor: () => {
        throw new Error('An example has no further fields');
      },
      openEditor: nothing,
    };
  }, [previews, json]);
  return <FieldsProvider value={fields}>{children}</FieldsProvider>;
};
