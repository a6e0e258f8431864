import { CommandDialog } from '@aangan/web/form/command-dialog.tsx';
import { type Folder, folderContract, folderItemContract, type OwnItem } from './folder.contract.ts';
import type { FolderKind, ItemKind } from './folder-kinds.ts';

export const REFRESH = ['curriculum-folder', 'folder-item'];

interface AddProps {
  parent?: Folder;
  onClose: () => void;
  onDone?: (id: string) => void;
}

export const AddFolder = ({ parent, onClose }: AddProps) => (
  <CommandDialog
    of={folderContract.add}
    title={parent ? `New folder in ${parent.name}` : 'New folder'}
    text="Sections of its class group read it."
    confirm="Add folder"
    start={parent ? { kind: parent.kind as FolderKind, parentId: parent.id } : { kind: 'CURRICULUM' }}
    fields={{
      kind: { when: () => parent === undefined },
      parentId: { when: () => parent !== undefined },
      classGroupId: parent
        ? {}
        : {
            optional: false,
            help: 'Of type Curriculum, Curriculum_CMS for plans, Recorded Classes for recorded classes',
          },
    }}
    refresh={REFRESH}
    done="The folder is there."
    onClose={onClose}
  />
);

export const ChangeFolder = ({ folder, onClose }: { folder: Folder; onClose: () => void }) => (
  <CommandDialog
    of={folderContract.change}
    title={`Change ${folder.name}`}
    confirm="Save"
    start={{
      id: folder.id,
      name: folder.name,
      parentId: folder.parentId,
      classGroupId: folder.classGroupId,
      description: folder.description,
    }}
    ifMatch={folder.version}
    refresh={REFRESH}
    done="Saved."
    onClose={onClose}
  />
);

const byKind = {
  fileId: { when: (values: Readonly<Record<string, unknown>>) => values['kind'] === 'FILE', optional: false },
  download: { when: (values: Readonly<Record<string, unknown>>) => values['kind'] === 'FILE' },
  url: { when: (values: Readonly<Record<string, unknown>>) => values['kind'] === 'LINK', optional: false },
  body: { when: (values: Readonly<Record<string, unknown>>) => values['kind'] === 'NOTE', optional: false },
} as const;

export const AddItem = ({ folder, onClose }: { folder: Folder; onClose: () => void }) => (
  <CommandDialog
    of={folderItemContract.add}
    title={`New item in ${folder.name}`}
    confirm="Add item"
    start={{ folderId: folder.id, kind: 'FILE', download: false }}
    fields={byKind}
    refresh={REFRESH}
    done="The item is there."
    onClose={onClose}
  />
);

export const ChangeItem = ({ item, onClose }: { item: OwnItem; onClose: () => void }) => (
  <CommandDialog
    of={folderItemContract.change}
    title={`Change ${item.title}`}
    confirm="Save"
    start={{
      id: item.id,
      folderId: item.folderId,
      kind: item.kind as ItemKind,
      title: item.title,
      fileId: item.fileId,
      url: item.kind === 'LINK' ? item.url : null,
      body: item.body,
      download: item.download,
      opensAt: item.opensAt,
      closesAt: item.closesAt,
    }}
    ifMatch={item.version}
    fields={byKind}
    refresh={REFRESH}
    done="Saved."
    onClose={onClose}
  />
);
