import type { Share, ShareRole } from '@millrace/contract';
import { client } from '../../api/client.ts';

export type SharedResource = 'workflow' | 'credential' | 'dataTable';

export const sharesKey = 'shares';

interface ShareCalls {
  read(id: string): Promise<Share[]>;
  /** The whole list: who is not in it has no share any more. */
  write(id: string, shares: { userId: string; role: ShareRole }[]): Promise<Share[]>;
}

export const shareCalls: Record<SharedResource, ShareCalls> = {
  workflow: {
    read: (id) => client.shares.ofWorkflow({ params: { id } }),
    write: (id, body) => client.shares.shareWorkflow({ params: { id }, body }),
  },
  credential: {
    read: (id) => client.shares.ofCredential({ params: { id } }),
    write: (id, body) => client.shares.shareCredential({ params: { id }, body }),
  },
  dataTable: {
    read: (id) => client.shares.ofDataTable({ params: { id } }),
    write: (id, body) => client.shares.shareDataTable({ params: { id }, body }),
  },
};
