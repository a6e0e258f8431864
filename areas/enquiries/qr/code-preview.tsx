import { openFile } from '@aangan/web/api/open-file.ts';
import { useCommand } from '@aangan/web/api/use-command.ts';
import { smallIcon } from '@aangan/web/ui/icon.ts';
import { notice } from '@aangan/web/ui/notices.tsx';
import { QrImage } from '@aangan/web/ui/qr-image.tsx';
import { Section } from '@aangan/web/ui/section.tsx';
import { CopyText } from '@aangan/web/ui/values.tsx';
import { Button, Group, Menu, Stack, Text, Title } from '@mantine/core';
import { IconChevronDown, IconDeviceMobile, IconPrinter } from '@tabler/icons-react';
import { savePng, saveSvg } from './code-files.tsx';
import { type CodeRow, enquiryQrContract, type PrintFormat, printFormats } from './enquiry-qr.contract.ts';

export interface Preview {
  centreName: string;
  address: string;
  code: CodeRow;
}

/** The code as it will look, and everything that can be made of it. */
export function CodePreview({ centreName, address, code }: Preview) {
  return (
    <Section title={code.label}>
      <Stack align="center" gap="sm">
        <Title order={3} ta="center">
          Admissions open
        </Title>
        <QrImage value={address} size={240} label={`Enquiry form of ${centreName}`} />
        <Text ta="center">Scan to ask about {centreName}</Text>
        <Actions code={code} address={address} />
      </Stack>
    </Section>
  );
}

function Actions({ code, address }: { code: CodeRow; address: string }) {
  const print = useCommand(enquiryQrContract.print, { onError: (error) => notice.error(error) });
  const name = `${code.centreName} ${code.label}`.replaceAll(/[^\p{L}\p{N}]+/gu, '-');
  const paper = async (format: PrintFormat) => {
    const made = await print.run({
      ...(code.id ? { id: code.id } : { franchiseeId: code.franchiseeId }),
      format,
    });
    if (made) await openFile(made.fileId).catch((error: unknown) => notice.error(error));
  };
  const picture = (save: Promise<void>) => void save.catch((error: unknown) => notice.error(error));
  return (
    <Stack gap="sm" align="center">
      <CopyText text={address} label="Copy the link">
        <Text span fz="sm" style={{ overflowWrap: 'anywhere' }}>
          {address.replace(/^https?:\/\//, '')}
        </Text>
      </CopyText>
      <Group gap="xs" justify="center">
        <Menu>
          <Menu.Target>
            <Button
              leftSection={<IconPrinter {...smallIcon} />}
              rightSection={<IconChevronDown {...smallIcon} />}
              loading={print.running}
            >
              Print
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {Object.entries(printFormats).map(([format, words]) => (
              <Menu.Item key={format} onClick={() => void paper(format as PrintFormat)}>
                {words} (PDF)
              </Menu.Item>
            ))}
            <Menu.Divider />
            <Menu.Item onClick={() => picture(savePng(address, name, 1024))}>PNG 1024</Menu.Item>
            <Menu.Item onClick={() => picture(savePng(address, name, 2048))}>PNG 2048</Menu.Item>
            <Menu.Item onClick={() => picture(saveSvg(address, name))}>SVG</Menu.Item>
          </Menu.Dropdown>
        </Menu>
        <Button
          variant="default"
          component="a"
          href={address}
          target="_blank"
          rel="noreferrer"
          leftSection={<IconDeviceMobile {...smallIcon} />}
        >
          Test scan
        </Button>
      </Group>
    </Stack>
  );
}
