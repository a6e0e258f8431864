import { todayIst } from '@aangan/contract/period.ts';
import { serverNow } from '@aangan/web/api/server-clock.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { notice } from '@aangan/web/ui/notices.tsx';
import { marginContract } from './margin.contract.ts';

/** What a change of a margin shows elsewhere. */
const REFRESH = ['product-margin', 'margin-request', 'margin', 'product', 'home'];

interface Refused {
  name: string;
  text: string;
}

/** Says of several rows how many went through, and each that did not. */
function tell(done: number, word: string, refused: readonly Refused[]): string {
  for (const { name, text } of refused.slice(0, 5)) notice.warn(name ? `${name}: ${text}` : text);
  const others = refused.length > 0 ? ` ${refused.length} could not be.` : '';
  return `${done} ${word}.${others}`;
}

export interface AskedProduct {
  id: string;
  name: string;
  mrp: number | null;
  marginBp: number | null;
}

/** Asks for the margin of one product, or the same margin of several. */
export function AskMargin({ products, onClose }: { products: readonly AskedProduct[]; onClose: () => void }) {
  const [first] = products;
  const one = products.length === 1 && first ? first : null;
  return (
    <CommandDialog
      of={marginContract.request}
      title={one ? `Margin of ${one.name}` : `Margin of ${products.length} products`}
      text="Two other people approve it; then it is the price from that day on."
      confirm="Send for approval"
      start={{
        productIds: products.map(({ id }) => id),
        mrp: one?.mrp ?? null,
        ...(one?.marginBp != null ? { marginBp: one.marginBp } : {}),
        fromOn: todayIst(serverNow()),
      }}
      fields={{
        mrp: { when: () => one !== null, optional: one?.mrp != null },
        fromOn: { earliest: todayIst(serverNow()) },
      }}
      refresh={REFRESH}
      done={({ asked, refused }) =>
        tell(asked, asked === 1 ? 'request was sent' : 'requests were sent', refused)
      }
      onClose={onClose}
    />
  );
}

export interface WaitingRequest {
  id: string;
  version: number;
  name: string;
}

export function DecideMargin({
  requests,
  decision,
  onClose,
}: {
  requests: readonly WaitingRequest[];
  decision: 'approve' | 'reject';
  onClose: () => void;
}) {
  const [first] = requests;
  const what = requests.length === 1 && first ? `the margin of ${first.name}` : `${requests.length} margins`;
  const approve = decision === 'approve';
  return (
    <CommandDialog
      of={marginContract.decide}
      title={`${approve ? 'Approve' : 'Reject'} ${what}?`}
      text={
        approve ? 'The second approval makes it the price.' : 'Nothing changes; it can be asked for again.'
      }
      confirm={approve ? 'Approve' : 'Reject'}
      danger={!approve}
      start={{ requests: requests.map(({ id, version }) => ({ id, version })), decision }}
      fields={{ reason: approve ? { label: 'Note' } : { optional: false } }}
      refresh={REFRESH}
      done={({ decided, refused }) => tell(decided, approve ? 'approved' : 'rejected', refused)}
      onClose={onClose}
    />
  );
}
