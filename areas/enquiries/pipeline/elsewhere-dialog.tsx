// An enquiry that goes on at another centre: which one is asked here, what follows is said by whoever opens it.
import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { pipelineContract } from './pipeline.contract.ts';

interface ElsewhereProps {
  enquiry: { id: string; version: number; childName: string };
  onClose: () => void;
}

const going = ({ enquiry, onClose }: ElsewhereProps) => ({
  start: { id: enquiry.id },
  ifMatch: enquiry.version,
  refresh: ['follow-up'],
  done: (out: { centre: string; enquiryCode: string }) =>
    `${enquiry.childName} goes on at ${out.centre} as ${out.enquiryCode}.`,
  onClose,
});

/** The second level of the skill programme: the centre goes on with the appointment. */
export const HandOverDialog = (props: ElsewhereProps) => (
  <CommandDialog
    of={pipelineContract.handOver}
    title="Hand over to centre"
    text="The centre gets the child with the appointment; who qualified it stays on the enquiry."
    confirm="Hand over"
    {...going(props)}
  />
);

/** The specification's words for a change of centre stand as the title. */
export const MoveCentreDialog = (props: ElsewhereProps) => (
  <CommandDialog
    of={pipelineContract.moveCentre}
    title="Centre Change"
    text={`${props.enquiry.childName} goes on at the other centre as a new enquiry. Here it ends as “Moved to another centre”, which counts in no loss rate.`}
    confirm="Move the enquiry"
    {...going(props)}
  />
);
