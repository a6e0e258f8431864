import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type LeadRow, leadIntakeContract } from './lead-intake.contract.ts';
import { outcomeText } from './lead-look.tsx';

/** Sends leads to a centre; one that came without a number is completed here. */
export function AssignDialog({ leads, onClose }: { leads: readonly LeadRow[]; onClose: () => void }) {
  const [first] = leads;
  const one = leads.length === 1;
  return (
    <CommandDialog
      of={leadIntakeContract.assign}
      title={one ? `Assign the lead of ${first?.name ?? 'no name'}` : `Assign ${leads.length} leads`}
      text="The enquiry counts from the moment the lead arrived. Nothing is sent to the parent."
      confirm={one ? 'Assign lead' : `Assign ${leads.length} leads`}
      start={{ ids: leads.map((lead) => lead.id) }}
      fields={{
        mobile: { when: () => one && first?.mobile === null, optional: false },
        guardianName: { when: () => one && first?.name === null },
      }}
      refresh={['enquiry']}
      done={(out) => outcomeText(out, 'assigned')}
      onClose={onClose}
    />
  );
}
