import { useCommand } from '@aangan/web/api/use-command.ts';
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { formatInstant } from '@aangan/web/format.ts';
import { type ListingRow, ListingTable, useListing } from '@aangan/web/listing/listing-table.tsx';
import { useSession } from '@aangan/web/session/use-session.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { PageFrame } from '@aangan/web/ui/page-frame.tsx';
import { StatusTag } from '@aangan/web/ui/status-tag.tsx';
import { useConfirm } from '@aangan/web/ui/use-confirm.tsx';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import '../training-look.tsx';
import { trainingModules as m } from '../modules.ts';
import { AttendanceDrawer } from './attendance-drawer.tsx';
import { useEnterClass } from './enter-class.web.ts';
import { onlineClassContract as contract } from './online-class.contract.ts';
import { onlineClasses } from './online-class.listing.ts';
import { SCHEDULE_CLASS } from './online-class-paths.ts';

type Row = ListingRow<typeof onlineClasses.endpoints.list>;

/** /online-class/list */
export function ClassList() {
  const list = useListing(onlineClasses);
  const plans = useSession().holds(m.onlineClass, true);
  const confirm = useConfirm();
  const { enter } = useEnterClass();
  const [cancelling, setCancelling] = useState<Row | null>(null);
  const send = useCommand(contract.sendLinks, {
    onDone: ({ sent }) =>
      notice.ok(sent === 1 ? 'One link is on its way.' : `${sent} links are on their way.`),
    onError: (error) => notice.error(error),
  });
  const sendAgain = async (row: Row) => {
    const sure = await confirm({
      title: `Send links of ${row.title}`,
      text: `The families of ${row.invited === 1 ? 'one child' : `${row.invited} children`} get a link. Links sent before still work.`,
      confirm: 'Send links',
    });
    if (sure) await send.run({ id: row.id });
  };
  return (
    <PageFrame
      title={onlineClasses.title}
      count={list.total ?? undefined}
      context="centre"
      fill
      primary={{ label: 'Schedule class', icon: <IconPlus {...icon} />, to: SCHEDULE_CLASS, hidden: !plans }}
    >
      <ListingTable
        of={onlineClasses}
        list={list}
        drawer={AttendanceDrawer}
        cells={{
          title: { minWidth: 180, second: (row) => row.subject },
          subject: { hidden: true },
          status: { cell: (row) => <StatusTag area="online-class" state={row.status} /> },
        }}
        searchHint="Title"
        actions={(row) => [
          { label: 'Join', frequent: true, hidden: !row.can.join, run: () => void enter(row.id) },
          { label: 'Send links again', hidden: !row.can.sendLinks, run: () => void sendAgain(row) },
          { label: 'Cancel class', danger: true, hidden: !row.can.cancel, run: () => setCancelling(row) },
        ]}
        empty={{
          title: 'No online classes yet',
          help: 'Families get a link for each child half an hour before a class.',
          ...(plans ? { action: { label: 'Schedule class', to: SCHEDULE_CLASS } } : {}),
        }}
      />
      {cancelling ? (
        <CommandDialog
          of={contract.cancel}
          title={`Cancel ${cancelling.title}`}
          text={`${formatInstant(cancelling.startsAt)}. Families are told, and links sent before end.`}
          confirm="Cancel class"
          danger
          start={{ id: cancelling.id }}
          ifMatch={cancelling.version}
          refresh={['online-class']}
          done="The class is cancelled."
          onClose={() => setCancelling(null)}
        />
      ) : null}
    </PageFrame>
  );
}
