import { BatchDrawer } from '@aangan/web/batch/batch-drawer.tsx';
import { messageBatch } from './bulk-message.contract.ts';

/** What was written to many before, with what became of it. */
export const BatchesDrawer = ({ onClose }: { onClose: () => void }) => (
  <BatchDrawer of={messageBatch} onClose={onClose} rowLink={(item) => `/forms/edit/${item.code}`} />
);
