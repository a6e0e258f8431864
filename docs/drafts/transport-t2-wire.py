import os
os.chdir('/work/w-vehicle')
def sub(p,a,b):
    s=open(p).read(); assert a in s,(p,a); open(p,'w').write(s.replace(a,b,1))
T='areas/transport/'
sub(T+'area.ts',"import { routeContracts","import { personContracts, personRecords } from './person/person-area.ts';\nimport { routeContracts")
sub(T+'area.ts','...routeRecords,','...routeRecords, ...personRecords,')
sub(T+'area.ts','...routeContracts]','...routeContracts, ...personContracts]')
sub(T+'area.server.ts',"import { routeFiles }","import { personFiles } from './person/person-area.server.ts';\nimport { routeFiles }")
sub(T+'area.server.ts',"...routeFiles]","...routeFiles, ...personFiles]")
sub(T+'screens.ts',"import { busRoute }","import { personScreenList } from './person/person-screens.ts';\nimport { busRoute }")
sub(T+'screens.ts',"{ ...routeScreenList }","{ ...routeScreenList, ...personScreenList }")
sub(T+'area.web.ts',"import { routeLoads","import { personLoads } from './person/person.web.ts';\nimport { routeLoads")
sub(T+'area.web.ts',"transportScreens, routeLoads, [","transportScreens, { ...routeLoads, ...personLoads }, [")
sub(T+'transport.refusals.ts',"  'route.exists'","""  'vendor.exists': [409, 'This centre has a vendor {name} already.'],
  'vendor.in-house': [409, 'The in-house team of this centre is there already.'],
  'vendor.closed': [409, '{name} is closed. It cannot be changed any more.'],
  'escort.documents-missing': [409, '{name} cannot be verified. Verify first: {documents}.'],
  'document.own-work': [403, 'Another person must verify your upload.'],
  'person.exists': [409, 'Somebody with this phone works as this already.'],
  'person.left': [409, '{name} has left. Add the person anew.'],
  'person.no-photo': [409, '{name} cannot be verified without a photo.'],
  'person.not-verified': [409, '{name} may not be used now, so there is no card.'],
  'person.blocked': [409, '{name} cannot be assigned: {reasons}.'],
  'posting.taken': [409, '{name} is the {role} of {reg} since {date}. End that posting first.'],
  'route.exists'""")
os.makedirs(T+'person',exist_ok=True)
open(T+'person/person-area.ts','w').write("""import { escortContract } from './escort.contract.ts';
import { escortPerson } from './escort-person.record.ts';
import { escortVendors } from './escort-vendor.listing.ts';
import { vehicleStaffContract } from './vehicle-staff.contract.ts';
import { vehicleStaff } from './vehicle-staff.listing.ts';

export const personRecords = [escortPerson] as const;
export const personContracts = [
  escortVendors.endpoints,
  escortContract,
  vehicleStaff.endpoints,
  vehicleStaffContract,
] as const;
""")
open(T+'person/person-area.server.ts','w').write("""import { handlers as vendorHandlers } from './escort-vendor.listing.server.ts';
import { handlers as staffHandlers } from './vehicle-staff.listing.server.ts';

export const personFiles = [
  vendorHandlers,
  await import('./escort-vendor.server.ts'),
  await import('./escort-person.server.ts'),
  await import('./escort-document.server.ts'),
  staffHandlers,
  await import('./vehicle-staff.server.ts'),
];
""")
open(T+'person/person-screens.ts','w').write("""import { transportModules as m } from '../modules.ts';

const escort = { module: m.ESCORT_DIGITAL_ID, centre: true } as const;
const staff = { module: m.VehicleDetails, centre: true } as const;

/** Vendors with their people and papers, and who is posted to which vehicle. */
export const personScreenList = {
  '/transport/vehicle-staff-details': { ...staff, title: 'Vehicle staff' },
  '/transport/vehicle-staff-details/add': { ...staff, title: 'Post a person', write: true },
  '/transport/vehicle-staff-details/edit/{vehicleStaffID}': { ...staff, title: 'Posting', write: true },
  '/transport/vendors': { ...escort, title: 'Vendors' },
  '/transport/vendors/create': { ...escort, title: 'Add vendor', write: true },
  '/transport/vendors/{vendorID}/documents': { ...escort, title: 'Documents', write: true },
  '/transport/vendors/{vendorID}/edit': { ...escort, title: 'Edit vendor', write: true },
  '/transport/vendors/{vendorID}/view': { ...escort, title: 'Vendor' },
  '/transport/vendors/{logID}/logs': { ...escort, title: 'Log' },
} as const;
""")
open(T+'person/person.web.ts','w').write("""export const personLoads = {
  '/transport/vehicle-staff-details': () => import('./vehicle-staff.tsx').then((s) => s.VehicleStaff),
  '/transport/vehicle-staff-details/add': () =>
    import('./vehicle-staff-form.tsx').then((s) => s.VehicleStaffForm),
  '/transport/vehicle-staff-details/edit/{vehicleStaffID}': () =>
    import('./vehicle-staff-form.tsx').then((s) => s.VehicleStaffForm),
  '/transport/vendors': () => import('./vendors.tsx').then((s) => s.Vendors),
  '/transport/vendors/create': () => import('./vendor-form.tsx').then((s) => s.AddVendor),
  '/transport/vendors/{vendorID}/documents': () =>
    import('./vendor-documents.tsx').then((s) => s.VendorDocuments),
  '/transport/vendors/{vendorID}/edit': () => import('./vendor-form.tsx').then((s) => s.EditVendor),
  '/transport/vendors/{vendorID}/view': () => import('./vendor-page.tsx').then((s) => s.VendorPage),
  '/transport/vendors/{logID}/logs': () => import('./vendor-logs.tsx').then((s) => s.VendorLogs),
} as const;
""")
# card codes into their own file
p=T+'vehicle/stickers.server.ts'; s=open(p).read()
a=s.index("const BASE32"); b=s.index("/** 105 mm")
c=s.index("/** 128 random bits"); d=s.index("const SIDES")
code="// Codes of stickers and cards: printed once, of which only the hash is kept.\nimport { createHash, randomBytes } from 'node:crypto';\n\n"+s[a:b]+s[c:d]
code=code.replace("function newCode()","export function newCardCode()").replace("const newShortCode","export const newShortCode")
open(T+'vehicle/card-code.server.ts','w').write(code.rstrip()+"\n")
s=s[:a]+s[b:c]+s[d:]
s=s.replace("import { createHash, randomBytes } from 'node:crypto';\n","").replace("newCode()","newCardCode()").replace("import { vehicleContract as contract }","import { cardHash, newCardCode, newShortCode } from './card-code.server.ts';\nimport { vehicleContract as contract }")
open(p,'w').write(s)
rows=open(T+'permissions.csv').read().split('\n')
head,body=rows[0],[r for r in rows[1:] if r]
E='ESCORT_DIGITAL_ID'; V='VehicleDetails'
for n,w,m in [('escort-vendor.list','R',E),('escort-vendor.counts','R',E),('escort-vendor.export','R',E),('escort-vendor.view','R',E),('escort-vendor.logs','R',E),('escort-vendor.add','W',E),('escort-vendor.change','W',E),('escort-vendor.set-status','W',E),('escort-person.add','W',E),('escort-person.change','W',E),('escort-person.set-status','W',E),('escort-person.list','R',E),('escort-person.get','R',E),('escort-person.export','R',E),('escort-person.options','R','@signed-in'),('escort-card.print','W',E),('escort-document.add','W',E),('escort-document.verify','W',E),('escort-document.reject','W',E),('vehicle-staff.list','R',V),('vehicle-staff.counts','R',V),('vehicle-staff.export','R',V),('vehicle-staff.get','R',V),('vehicle-staff.add','W',V),('vehicle-staff.change','W',V)]:
    body.append(f'{n},{m},{w},centre')
body.sort(); open(T+'permissions.csv','w').write('\n'.join([head]+body)+'\n')
# demo
sub('db/demo/run.ts',"import { writeTransportRoutes }","import { writeTransportEscorts } from './transport-escorts.ts';\nimport { writeTransportRoutes }")
sub('db/demo/run.ts',"    await writeCctvDocuments(client, today, filesDir);","    await writeCctvDocuments(client, today, filesDir);\n    await writeTransportEscorts(client, today, filesDir);")
sub('e2e/journey.ts',"import { writeVideoBytes }","import { writeEscortBytes } from '../db/demo/transport-escorts.ts';\nimport { writeVideoBytes }")
sub('e2e/journey.ts',"  await writeCctvBytes(filesDir);","  await writeCctvBytes(filesDir);\n  await writeEscortBytes(filesDir);")
