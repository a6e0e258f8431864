import type { OutputOf } from '@aangan/contract/endpoint.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { useSession } from '@aangan/web/session/use-session.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { Tag } from '@aangan/web/ui/status-tag.tsx';
import { EmailText, PhoneText } from '@aangan/web/ui/values.tsx';
import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { enquiryModules } from '../modules.ts';
import { pipelineContract } from './pipeline.contract.ts';

type Revealed = OutputOf<typeof pipelineContract.revealContact>;

interface ContactLineProps {
  enquiry: {
    id: string;
    mobile: string | null;
    mobileConfirmed: boolean;
    email: string | null;
    contactShown: boolean;
  };
}

/** Number and address of a family; masked ones are shown after a press that is kept. */
export function ContactLine({ enquiry }: ContactLineProps) {
  const { holds } = useSession();
  const [revealed, setRevealed] = useState<Revealed | null>(null);
  const reveal = useCommand(pipelineContract.revealContact, {
    onDone: setRevealed,
    onError: (error) => notice.error(error),
  });
  const { mobile, email } = revealed ?? enquiry;
  return (
    <Group gap="md">
      <Group gap="xs">
        <PhoneText phone={mobile} />
        {enquiry.mobileConfirmed && <Tag tone="success">Confirmed number</Tag>}
      </Group>
      {email ? <EmailText email={email} /> : null}
      {!enquiry.contactShown && !revealed && holds(enquiryModules.enquiryContactReveal) && (
        <Button
          size="compact-sm"
          variant="default"
          loading={reveal.running}
          onClick={() => void reveal.run({ id: enquiry.id })}
        >
          Reveal
        </Button>
      )}
    </Group>
  );
}
