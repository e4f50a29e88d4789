/** Tabs of this browser tell each other which drafts are being edited, so that none is taken out of another's hands. */

interface Asked {
  asks: true;
}
interface Told {
  edits: string;
}

const open = () => new BroadcastChannel('millrace.drafts');

/** How long others are waited for, in milliseconds: a tab in the background may be slow. */
const patience = 200;

/** Tells whoever asks that this draft is being edited. Returns the end of it. */
export const tellOfDraft = (draft: () => string | undefined): (() => void) => {
  const channel = open();
  channel.onmessage = ({ data }: MessageEvent<Asked | Told>) => {
    const id = draft();
    if ('asks' in data && id !== undefined) channel.postMessage({ edits: id } satisfies Told);
  };
  return () => channel.close();
};

/** Ids of the drafts that other tabs are editing. */
export const draftsElsewhere = (): Promise<ReadonlySet<string>> =>
  new Promise((resolve) => {
    const ids = new Set<string>();
    const channel = open();
    channel.onmessage = ({ data }: MessageEvent<Asked | Told>) => {
      if ('edits' in data) ids.add(data.edits);
    };
    channel.postMessage({ asks: true } satisfies Asked);
    setTimeout(() => {
      channel.close();
      resolve(ids);
    }, patience);
  });
