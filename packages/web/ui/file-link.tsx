import { Anchor, Modal } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { FileView } from './file-view.tsx';

interface FileLinkProps {
  /** Of the file; the title it is shown under. */
  name: string;
  /** Asked for at the click: a signed address ends after ten minutes, a page stays open longer. */
  address: () => Promise<string | null | undefined>;
  children: ReactNode;
}

/** A file of the page: a click shows it over the page. */
export function FileLink({ name, address, children }: FileLinkProps) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Anchor component="button" type="button" size="sm" onClick={() => setOpen(true)}>
        {children}
      </Anchor>
      <Modal opened={open} onClose={() => setOpen(false)} title={name} size="60rem">
        <FileView name={name} address={address} onShown={() => undefined} />
      </Modal>
    </>
  );
}
