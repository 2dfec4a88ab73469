"""`albers report`: one HTML page about a run that needs nothing but a browser.

`findings.py` reads the errors and inputs back from the output directory, `page.py` puts all data as JSON into
`page.html`, which `style.css` and `script.js` make a page of.
"""
