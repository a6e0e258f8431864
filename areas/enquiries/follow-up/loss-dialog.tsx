// "Not interested" was logged; this asks why the enquiry is lost. Leaving it keeps the enquiry open.

import { useQuery } from '@aangan/web/api/use-query.ts';
import { QueryState } from '@aangan/web/ui/query-state.tsx';
import { Modal, Stack, Text } from '@mantine/core';
import { enquiryContract } from '../enquiry/enquiry.contract.ts';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import { stepsFrom } from '../pipeline/next-steps.ts';
import { StepForm } from '../pipeline/step-dialog.tsx';
import type { WorkingEnquiry } from './working-enquiry.ts';

export function LossDialog({ enquiryCode, onClose }: { enquiryCode: string; onClose: () => void }) {
  const enquiry = useQuery(enquiryContract.get, { enquiryCode }, { fresh: 0 });
  return (
    <Modal opened onClose={onClose} title="Close this enquiry?">
      <QueryState query={enquiry}>{(data) => <Why enquiry={data} onClose={onClose} />}</QueryState>
    </Modal>
  );
}

function Why({ enquiry, onClose }: { enquiry: WorkingEnquiry; onClose: () => void }) {
  const { data } = useEnquiryChoices();
  if (!data) return null;
  const at = { stage: enquiry.stage, status: enquiry.spancoStatus };
  const step = stepsFrom(at, data.stages).find((one) => one.action === 'close');
  if (!step) return <Text>It cannot be closed from the stage it is in now.</Text>;
  return (
    <Stack gap="md">
      <StepForm enquiry={enquiry} step={step} choices={data} onClose={onClose} />
    </Stack>
  );
}
