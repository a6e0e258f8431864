import { useRunningUploads } from '@aangan/web/api/running-uploads.ts';
import { formatProgress } from '@aangan/web/format.ts';
import { icon } from '@aangan/web/ui/icon.ts';
import { Button } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { Link } from 'react-router';

/** What is being uploaded while its person works elsewhere: the first one's name and per cent; leads to all of them. */
export function UploadChip({ narrow }: { narrow: boolean }) {
  const running = useRunningUploads().filter(({ state }) => state === 'SENDING' || state === 'PAUSED');
  const [first] = running;
  if (!first) return null;
  const more = running.length > 1 ? ` and ${running.length - 1} more` : '';
  const paused = first.state === 'PAUSED' ? ', paused' : '';
  const share = formatProgress(first.share);
  return (
    <Button
      component={Link}
      to="/videos/upload"
      size="xs"
      variant="light"
      leftSection={<IconUpload {...icon} />}
      aria-label={`Uploading ${first.name}, ${share}${paused}${more}`}
    >
      <span className="figures">
        {narrow ? share : `${first.name.length > 18 ? `${first.name.slice(0, 17)}…` : first.name} ${share}`}
      </span>
    </Button>
  );
}
