/** Addresses and type names of the network's entities. */
export const types = {
  card: 'com.linkedin.voyager.dash.identity.profile.tetris.Card',
  company: 'com.linkedin.voyager.dash.organization.Company',
  component: 'com.linkedin.voyager.dash.identity.profile.tetris.Component',
  connection: 'com.linkedin.voyager.dash.relationships.Connection',
  education: 'com.linkedin.voyager.dash.identity.profile.Education',
  employmentType: 'com.linkedin.voyager.dash.identity.profile.EmploymentType',
  entityResult: 'com.linkedin.voyager.dash.search.EntityResultViewModel',
  followingState: 'com.linkedin.voyager.dash.feed.FollowingState',
  geo: 'com.linkedin.voyager.dash.common.Geo',
  industry: 'com.linkedin.voyager.dash.common.Industry',
  memberRelationship: 'com.linkedin.voyager.dash.relationships.MemberRelationship',
  pagedList: 'com.linkedin.voyager.dash.identity.profile.tetris.PagedListComponent',
  position: 'com.linkedin.voyager.dash.identity.profile.Position',
  positionGroup: 'com.linkedin.voyager.dash.identity.profile.PositionGroup',
  profile: 'com.linkedin.voyager.dash.identity.profile.Profile',
  school: 'com.linkedin.voyager.dash.organization.School',
  skill: 'com.linkedin.voyager.dash.identity.profile.Skill',
  text: 'com.linkedin.voyager.dash.common.text.TextViewModel',
} as const;

export const profileUrn = (id: string) => `urn:li:fsd_profile:${id}`;
export const companyUrn = (id: number) => `urn:li:fsd_company:${id}`;
export const geoUrn = (id: number) => `urn:li:fsd_geo:${id}`;
export const followingStateUrn = (of: string) => `urn:li:fsd_followingState:${of}`;
export const positionUrn = (id: string, number: number) => `urn:li:fsd_profilePosition:(${id},${number})`;
export const educationUrn = (id: string, number: number) => `urn:li:fsd_profileEducation:(${id},${number})`;
export const positionGroupUrn = (id: string, number: number) => `urn:li:fsd_profilePositionGroup:(${id},${number})`;
