/** The data tables. Their rows belong to the installation; every account can read them. */
import { tables } from '@leadloom/shared/tables/tables';
import { dataTable } from './data-table.ts';

export const investors = dataTable(tables.investors);
export const companies = dataTable(tables.companies);
export const people = dataTable(tables.people);
export const reviews = dataTable(tables.reviews);
export const shopify = dataTable(tables.shopify);
export const redditPosts = dataTable(tables['reddit-posts']);
export const tiktokVideos = dataTable(tables['tiktok-videos']);
export const jobs = dataTable(tables.jobs);
