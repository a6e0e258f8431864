import { Stack, Text } from '@mantine/core';
import { useEnquiryChoices } from '../enquiry/enquiry-look.tsx';
import type { EnquiryFull } from '../enquiry/enquiry-row.ts';
import { StageHistory } from './stage-history.tsx';
import { coloursOf } from './stage-words.ts';

/** The way an enquiry took, with how long it stood in each stage. */
export function StagesOfEnquiryTab({ enquiry }: { enquiry: EnquiryFull }) {
  const { stages = [] } = useEnquiryChoices().data ?? {};
  return (
    <Stack gap="sm">
      <StageHistory lines={enquiry.stages} colours={coloursOf(stages)} />
      {enquiry.reschedules > 0 && (
        <Text size="sm" className="quiet">
          {enquiry.reschedules === 1
            ? 'The appointment was moved once.'
            : `The appointment was moved ${enquiry.reschedules} times.`}
        </Text>
      )}
    </Stack>
  );
}
